internal import Catalogue

/// The failures of document stores: refusals of WebDAV, and documents that arrive and cannot be used.
enum DocumentFailures {
    static let all: [Failure] = [
        // Refusals.
        .documentMissing,
        .documentForbidden,
        .documentUnauthorized,
        .documentBadName,
        .documentLocked,
        .documentExists,
        .documentConflict,
        .documentOutOfSpace,
        .documentReadOnly,
        .documentUnsupported,
        .documentUnsupportedCharset,
        .documentUnavailable,
        .documentParticipants,
        // Documents that cannot be used.
        .documentCorrupt,
        .documentWrongCharset,
        .documentInvalidValues,
        .documentUnformattedValues,
        .documentUnknownVersion,
        .documentDamagedArchive,
        .documentMissingKey,
    ]
}

/// Reports and sources of what was measured with Foundation.
enum DocumentMeasured {
    static let foundation = "Foundation on Linux"
    static let source = "Swift 6.3.1 Foundation on Linux, measured 2026-11"

    /// What clients report for a refusal with any status.
    static let refusal = [
        Failure.ClientReport("curl", "0 with the status; 22 with --fail"),
        Failure.ClientReport(DocumentMeasured.foundation, "NSCocoaErrorDomain 256 of Data(contentsOf:)"),
    ]
}
