#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/ocsp.h>
#include <gnutls/x509.h>

/// gnutls_free is a variable, which Swift does not take for constant.
static inline void cgnutls_free(void *pointer) { gnutls_free(pointer); }

/// So too gnutls_malloc.
static inline void *cgnutls_malloc(size_t size) { return gnutls_malloc(size); }
