#!/usr/bin/env python3
"""Lets libraries of a later Debian run on the libc of an earlier one: Tests/earlier-libc.py LIBRARY...

What they take from glibc 2.38 is `__isoc23_strtol` and its like, in which only numbers like "0b1" are new. The symbol's name
becomes what stands behind that prefix, of any version. A version of which nothing is wanted then is replaced by another one.
"""

import struct
import sys

PREFIX = b"__isoc23_"
DYNAMIC_SYMBOLS, VERSIONS_OF_SYMBOLS, NEEDED_VERSIONS = 11, 0x6FFFFFFF, 0x6FFFFFFE


def relink(path):
    with open(path, "rb") as file:
        image = bytearray(file.read())
    if image[:6] != b"\x7fELF\x02\x01":
        sys.exit(f"{path} is no library of a 64-bit little-endian machine")
    (place,) = struct.unpack_from("<Q", image, 40)
    size, count = struct.unpack_from("<HH", image, 58)
    # Name, type, flags, address, offset, size, link, info, alignment, size of an entry.
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, place + size * number) for number in range(count)]
    by_type = {section[1]: section for section in sections}
    symbols = by_type[DYNAMIC_SYMBOLS]
    versions = by_type[VERSIONS_OF_SYMBOLS][4]
    names = sections[symbols[6]][4]

    wanted = set()
    for number in range(symbols[5] // 24):
        entry = symbols[4] + 24 * number
        name, _, _, section = struct.unpack_from("<IBBH", image, entry)
        if section == 0 and image.startswith(PREFIX, names + name):
            struct.pack_into("<I", image, entry, name + len(PREFIX))
            struct.pack_into("<H", image, versions + 2 * number, 1)
        wanted.add(struct.unpack_from("<H", image, versions + 2 * number)[0] & 0x7FFF)

    need = by_type[NEEDED_VERSIONS][4]
    following = None
    while following != 0:
        _, _, _, after, following = struct.unpack_from("<HHIII", image, need)
        place, entries = need, []
        while after != 0:
            place += after
            # Hash, flags, index, name.
            *entry, after = struct.unpack_from("<IHHII", image, place)
            entries.append((place, entry))
        kept = next((entry for _, entry in entries if entry[2] in wanted), None)
        for place, entry in entries:
            if entry[2] not in wanted and kept:
                struct.pack_into("<IHHI", image, place, kept[0], kept[1], entry[2], kept[3])
        need += following
    with open(path, "wb") as file:
        file.write(image)


for library in sys.argv[1:]:
    relink(library)
