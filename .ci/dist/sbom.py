"""What a folder of a program consists of, as SPDX 2.3 in JSON."""

from __future__ import annotations

import hashlib
import pathlib
import re
import time
from typing import Any

from libraries import Library, Package

# By their source packages' copyright files: what a licensee may choose for the library itself, not for its tools and tests.
LICENCES = {
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "gcc-14": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "gmp": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "gnutls28": "LGPL-2.1-or-later",
    "libffi": "MIT",
    "libidn2": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "libmicrohttpd": "LGPL-2.1-or-later",
    "libtasn1-6": "LGPL-2.1-or-later",
    "libunistring": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "nettle": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "p11-kit": "BSD-3-Clause",
    "pcre2": "BSD-3-Clause",
    "zlib": "Zlib",
}


def _identifier(kind: str, name: str) -> str:
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def _sums(file: pathlib.Path) -> list[dict[str, str]]:
    content = file.read_bytes()
    return [{"algorithm": name, "checksumValue": hashlib.new(name.lower(), content).hexdigest()} for name in ("SHA1", "SHA256")]


def _package(name: str, version: str, licence: str, **more: Any) -> dict[str, Any]:
    return {
        "SPDXID": _identifier("Package", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


def _of_debian(package: Package) -> dict[str, Any]:
    purl = f"pkg:deb/debian/{package.name}@{package.version.replace('+', '%2B')}?arch={package.architecture}"
    return _package(
        package.name,
        package.version,
        LICENCES.get(package.source, "NOASSERTION"),
        supplier="Organization: Debian",
        sourceInfo=f"built by Debian from the source package {package.source} {package.source_version}",
        externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    )


def document(
    folder: pathlib.Path, name: str, version: str, swift: str, libraries: list[Library], static: list[Package], epoch: int
) -> dict[str, Any]:
    """The document of a folder.

    `libraries` are those of its `lib/mishap`; `swift` is the version of the compiler, whose runtime is in the program, and
    `static` are the packages of which parts are in it, too.
    """
    program = folder / "lib" / "mishap" / "mishap"
    runtime = "Apache-2.0 WITH Swift-exception"
    of_debian = sorted({library.package for library in libraries} | set(static), key=lambda package: package.name)
    packages = [
        _package("mishap", version, "Apache-2.0", supplier="Organization: Mishap"),
        _package("swift", swift, runtime, supplier="Organization: Swift.org"),
        *map(_of_debian, of_debian),
    ]
    files, relations = [], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package-mishap")]

    def add(file: pathlib.Path, licence: str, owner: str) -> str:
        path = file.relative_to(folder).as_posix()
        identifier = _identifier("File", path)
        files.append(
            {
                "SPDXID": identifier,
                "fileName": f"./{path}",
                "checksums": _sums(file),
                "fileTypes": ["BINARY"],
                "licenseConcluded": licence,
                "licenseInfoInFiles": ["NOASSERTION"],
                "copyrightText": "NOASSERTION",
            }
        )
        relations.append((identifier, "GENERATED_FROM", _identifier("Package", owner)))
        return identifier

    parts = sorted({LICENCES.get(package.source, "NOASSERTION") for package in static})
    main = add(program, " AND ".join(["Apache-2.0", *(f"({licence})" for licence in [runtime, *parts])]), "mishap")
    for package in ["swift", *(package.name for package in static)]:
        relations.append((main, "STATIC_LINK", _identifier("Package", package)))
    for library in libraries:
        licence = LICENCES.get(library.package.source, "NOASSERTION")
        identifier = add(program.with_name(library.name), licence, library.package.name)
        relations.append((main, "DYNAMIC_LINK", identifier))
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{digest}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "creators": ["Tool: mishap-dist"],
        },
        "packages": packages,
        "files": files,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations
        ],
    }
