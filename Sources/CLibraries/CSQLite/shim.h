#pragma once
#include <sqlite3.h>
#include <stddef.h>

// SQLITE_TRANSIENT, "copy the bytes at once", is a cast of -1 to a function, which Swift does not
// import. And a null pointer binds NULL, so nothing at all must still point somewhere.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const void *bytes,
                                    sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, bytes == NULL ? "" : (const char *)bytes, count,
                             SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes,
                                    sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes == NULL ? "" : bytes, count,
                             SQLITE_TRANSIENT);
}

// Extended result codes are sums of casts, which Swift does not import.
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int csqlite_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
