#pragma once
// Code units are bytes: patterns and subjects are UTF-8 or arbitrary bytes of a request.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
