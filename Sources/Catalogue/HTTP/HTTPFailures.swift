/// The failures of HTTP itself: responses that are invalid, late or missing.
enum HTTPFailures {
    static let all: [Failure] = [
        // Missing or late responses.
        .timeout,
        .slowHeaders,
        // Invalid heads.
        .garbage,
        .malformedStatusLine,
        .malformedHeader,
        .oversizedHeader,
        .interimFlood,
        .unrequestedUpgrade,
        // Invalid framing.
        .badChunkSize,
        .missingLastChunk,
        .lengthTooLong,
        .lengthTooShort,
        .badLength,
        .conflictingLengths,
        .unknownTransferEncoding,
        // Invalid bodies.
        .html,
        .emptyBody,
        .truncatedJSON,
        .invalidUTF8,
        .wrongContentType,
        .badGzip,
        .truncatedGzip,
        .unknownEncoding,
        .tooLarge,
        // Valid responses that do not answer the request.
        .redirectLoop,
        .redirectTo,
        .redirectToFile,
        .redirectWithoutLocation,
        .challenge,
        .badCookie,
        // Responses before the request is complete.
        .earlyReply,
        .noContinue,
        // Represents any status by its number.
        .status(503),
    ]

    /// `http/status/503` and every other status by its number.
    static func status(named name: String) -> Failure? {
        let prefix = "http/status/"
        guard name.hasPrefix(prefix) else { return nil }
        let digits = name.dropFirst(prefix.count)
        guard digits.utf8.count == 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number >= 100
        else { return nil }
        return .status(number)
    }
}
