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
