#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// The functions of a stack of certificates are macros, and Swift imports no macro with arguments.
static inline STACK_OF(X509) *copenssl_stack_new(void) { return sk_X509_new_null(); }

// Takes a reference of its own, so that the stack can always be freed with copenssl_stack_free.
static inline int copenssl_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
  if (X509_up_ref(certificate) != 1) return 0;
  if (sk_X509_push(stack, certificate) > 0) return 1;
  X509_free(certificate);
  return 0;
}

static inline int copenssl_stack_count(const STACK_OF(X509) *stack) {
  return stack == NULL ? 0 : sk_X509_num(stack);
}

static inline X509 *copenssl_stack_at(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}

static inline void copenssl_stack_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

// EVP_EC_gen is a macro over a variadic function.
static inline EVP_PKEY *copenssl_generate_ec(const char *curve) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
}

// EVP_RSA_gen is one too.
static inline EVP_PKEY *copenssl_generate_rsa(size_t bits) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

// So are the functions of a stack of signers.
static inline int copenssl_signer_count(CMS_ContentInfo *message) {
  STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(message);
  return signers == NULL ? 0 : sk_CMS_SignerInfo_num(signers);
}

static inline CMS_SignerInfo *copenssl_signer_at(CMS_ContentInfo *message, int index) {
  return sk_CMS_SignerInfo_value(CMS_get0_SignerInfos(message), index);
}

// OPENSSL_free is a macro that adds file and line.
static inline void copenssl_free(void *memory) { OPENSSL_free(memory); }
