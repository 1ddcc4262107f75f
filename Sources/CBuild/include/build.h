#pragma once

/// The commit that the program was built from, with `-dirty` behind it if files had been changed; empty if nobody said.
const char *_Nonnull cbuild_commit(void);
