// Handles/OpenSSL
