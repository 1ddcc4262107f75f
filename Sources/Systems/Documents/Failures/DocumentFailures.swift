internal import Catalogue

/// The failures that document stores have of their own: refusals as WebDAV says them, and documents that arrive and
/// cannot be used.
enum DocumentFailures {
    static let all: [Failure] = [
        // Refused.
        .documentMissing,
        .documentForbidden,
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
        // Delivered, and of no use.
        .documentCorrupt,
        .documentWrongCharset,
        .documentInvalidValues,
        .documentUnformattedValues,
        .documentUnknownVersion,
        .documentDamagedArchive,
        .documentMissingKey,
    ]
}

/// What Foundation was seen to make of documents, and where that was.
enum DocumentMeasured {
    static let foundation = "Foundation on Linux"
    static let source = "Swift 6.3.1 Foundation on Linux, measured 2026-11"

    /// What becomes of a refusal, whatever its status.
    static let refusal = [
        Failure.ClientReport("curl", "0 with the status; 22 with --fail"),
        Failure.ClientReport(DocumentMeasured.foundation, "NSCocoaErrorDomain 256 of Data(contentsOf:)"),
    ]
}
