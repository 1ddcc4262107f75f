/// The failures that HTTP itself can have: a response that is wrong, late, or none at all.
enum HTTPFailures {
    static let all: [Failure] = [
        // None at all, or late.
        .timeout,
        .slowHeaders,
        // A head that is none.
        .garbage,
        .malformedStatusLine,
        .malformedHeader,
        .oversizedHeader,
        .interimFlood,
        .unrequestedUpgrade,
        // A body whose end is told wrong.
        .badChunkSize,
        .missingLastChunk,
        .lengthTooLong,
        .lengthTooShort,
        .badLength,
        .conflictingLengths,
        .unknownTransferEncoding,
        // A body that is not what it should be.
        .html,
        .emptyBody,
        .truncatedJSON,
        .invalidUTF8,
        .wrongContentType,
        .badGzip,
        .truncatedGzip,
        .unknownEncoding,
        .tooLarge,
        // Well-formed, and still no answer.
        .redirectLoop,
        .redirectTo,
        .redirectToFile,
        .redirectWithoutLocation,
        .challenge,
        .badCookie,
        // Said before the request is.
        .earlyReply,
        .noContinue,
        // Any status by its number stands behind this one.
        .status(503),
    ]

    /// `http/status/503` and its like: any status by its number.
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
