internal import Wire

extension Failure {
    /// A head that exceeds the limits of clients.
    static let oversizedHeader = Failure(
        "http/oversized-header",
        "The head of the response is far larger than most clients accept (Go's limit is 10 MiB).",
        wire: """
            By `one`: the field X-Oversized with a value of `size` letters. By `many`: fields \
            X-Oversized-1, -2 and so on with values of up to 8,000 letters, `size` letters in all; \
            with `count` so many fields, of as equal lengths as possible. The rest of the response is right.
            """,
        reports: .measured(
            curl: "27 with 7.88, 100 with 8.14 (by many 56)",
            requests: "ConnectionError, from LineTooLong (by many: got more than 100 headers)",
            node: "TypeError: fetch failed, from UND_ERR_HEADERS_OVERFLOW",
            java: "ProtocolException: Header size too big: 393217 > 393216",
            urlSession: "NSURLErrorDomain -1, Out of memory"),
        source: Measured.and("RFC 9110, 5.4 (no limit is defined)"), evidence: .observed, phase: .head,
        parameters: [
            .by(["one", "many"], "One field, or many."),
            Parameter(
                "size", .bytes(1...16_777_216), "Bytes of value, in all.", standard: .count(standardSize)),
            Parameter(
                "count", .count(1...100_000), "How many fields; without it, as many as 8,000 letters each make.",
                onlyIf: Parameter.Condition(parameter: "by", word: "many")),
        ],
        effect: .spoiler { arguments, reply in
            let size = arguments.count("size") ?? standardSize
            guard arguments.text("by") == "many" else {
                let value = size == standardSize ? standardValue : letters(size)
                reply.head.fields.append(HeaderField(name: Array("X-Oversized".utf8), value: value))
                return
            }
            let lengths =
                arguments.count("count").map { count in (0..<count).map { (size + count - 1 - $0) / count } }
                ?? stride(from: 0, to: size, by: 8_000).map { min(8_000, size - $0) }
            for (index, length) in lengths.enumerated() {
                reply.head.fields.append(
                    HeaderField(name: Array("X-Oversized-\(index + 1)".utf8), value: letters(length)))
            }
        })

    /// Shared by all uses with the default size: a scenario may have thousands.
    private static let standardValue = letters(standardSize)
    private static let standardSize = 1_048_576

    private static func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "a"), count: count) }
}
