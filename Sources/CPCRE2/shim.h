#pragma once
// Code units are bytes: patterns and subjects are UTF-8 or whatever the wire brought.
#define PCRE2_CODE_UNIT_WIDTH 8
// All shims see the same headers: clang wants one definition of each C struct.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pcre2.h>
