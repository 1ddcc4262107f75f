#include "build.h"

const char *cbuild_commit(void) { return BUILD_COMMIT; }
