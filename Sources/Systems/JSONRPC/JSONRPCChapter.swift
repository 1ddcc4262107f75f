internal import Catalogue
internal import Wire

/// The failures of JSON-RPC, and the errors of a client for iOS whose source is public.
struct JSONRPCChapter: Chapter {
    var system: String { "jsonrpc" }
    var failures: [Failure] { JSONRPCFailures.all }
    var rows: [CatalogueEntry] { Self.index.rows }

    func entry(code: String) -> CatalogueEntry? {
        Self.index[code] ?? JSONRPCFailures.code(named: "jsonrpc/\(code)").map { CatalogueEntry($0) }
    }

    /// A number with a sign is an error code; a number without one could also be a status.
    func unlisted(_ code: String) -> CatalogueEntry? { code.hasPrefix("-") ? entry(code: code) : nil }

    /// symbol | domain and number | a body that causes it, or = and a result that does, or - | causes, or - | how it is
    /// caused, or why nothing causes it
    private static let table = #"""
        NSURLErrorDomain | - | - | tcp/reset; tcp/close; http/timeout; http/redirect-loop; tcp/refuse; tls/expired | any failure of the network, tried again twice, half a second apart
        EUNSUPPORTED | SBJSONErrorDomain/1 | - | - | it is raised only where the client writes JSON
        EPARSENUM | SBJSONErrorDomain/2 | = 01 | - | a number begins with a zero
        EPARSE | SBJSONErrorDomain/3 | - | http/html | a token that is none of JSON's
        EFRAGMENT | SBJSONErrorDomain/4 | "hello" | - | the top level is a bare value
        ECTRL | SBJSONErrorDomain/5 | = "a<01>b" | - | a control character stands in a string as it is
        EUNICODE | SBJSONErrorDomain/6 | = "\ud800" | - | a surrogate stands alone
        EDEPTH | SBJSONErrorDomain/7 | = <deep> | - | arrays are nested deeper than 512
        EESCAPE | SBJSONErrorDomain/8 | = "\q" | - | a string has an escape that JSON does not know
        ETRAILCOMMA | SBJSONErrorDomain/9 | = [1,] | - | a comma stands before the closing bracket
        ETRAILGARBAGE | SBJSONErrorDomain/10 | {"result":1} x | - | bytes follow the JSON
        EEOF | SBJSONErrorDomain/11 | - | http/truncated-json; http/empty-body | the body ends too early, or is empty
        EINPUT | SBJSONErrorDomain/12 | - | http/invalid-utf8 | the body is not valid UTF-8
        JSONRPCFormatErrorCode | JSONRPCInternalErrorDomain/8 | [] | - | the top level is an array, as in every answer to a batch
        JSONRPCConversionErrorCode | JSONRPCInternalErrorDomain/10 | - | jsonrpc/result-of-wrong-type | the result is not of the class that is expected
        JSONRPCServerErrorDomain | - | - | jsonrpc/-32603; jsonrpc/-32601; jsonrpc/-32602; jsonrpc/-32600; jsonrpc/-32700; jsonrpc/-32000 | the answer has an error object, whatever the status is
        """#

    private static let index = RowIndex(
        CapturedErrors.parts + [
            .table(
                RowTable(table, entry),
                aliases: { row in
                    _ = row.text()
                    return row.optional().map { [$0] } ?? []
                })
        ])

    private static func entry(_ row: inout TableRow) -> CatalogueEntry {
        let (symbol, number) = (row.text(), row.optional())
        let result = row.text(after: "= ").map { bytes($0, of: row) }
        let body = result == nil ? row.optional().map { bytes($0, of: row) } : nil
        let (causes, explanation) = (row.causes(), row.text())
        let name = "jsonrpc/\(symbol)"
        let isInduced = result != nil || body != nil || !causes.isEmpty
        let summary = "\(JSONRPCFailures.client) reports \(symbol)" + (isInduced ? ": \(explanation)." : ".")
        let disposition: CatalogueEntry.Disposition =
            if let result {
                .failure { .result(name, summary, result) }
            } else if let body {
                .failure { .body(name, summary, body) }
            } else {
                isInduced ? .causes(causes) : .notInducible(explanation)
            }
        return CatalogueEntry(
            name, aliases: number.map { [$0] } ?? [], summary, source: source, evidence: .documented, disposition)
    }

    private static let source =
        "source of \(JSONRPCFailures.client) and of SBJSON, which it brings; read there, and not run on Darwin"

    /// The bytes in a row: `<01>` is the byte 01, `<deep>` is 600 lists, each in another.
    private static func bytes(_ text: String, of row: TableRow) -> [UInt8] {
        if text == "<deep>" {
            return Array(repeating: UInt8(ascii: "["), count: 600) + Array(repeating: UInt8(ascii: "]"), count: 600)
        }
        guard let open = text.firstIndex(of: "<") else { return Array(text.utf8) }
        guard let close = text[open...].firstIndex(of: ">"),
            let byte = UInt8(text[text.index(after: open)..<close], radix: 16)
        else { row.fail("no byte is between the angle brackets") }
        return Array(text[..<open].utf8) + [byte] + Array(text[text.index(after: close)...].utf8)
    }
}

extension Failure {
    /// A success whose result the client cannot read. What stands around it is a whole envelope, so that each client
    /// stops at the result and at nothing else.
    fileprivate static func result(_ name: String, _ summary: String, _ bytes: [UInt8]) -> Failure {
        Failure(
            name, summary,
            wire: """
                The reply's status, fields and envelope, with its `jsonrpc` and `id`, and as the result: \
                \(bytes.count > 60 ? "600 lists, each in another" : String(decoding: bytes, as: UTF8.self)). In a batch \
                that is taken whole, in every element.
                """,
            source: JSONRPCFailures.client, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
            objection: Objection.noEnvelope,
            effect: .spoiler { _, reply in reply.replaceResults(bytes) })
    }

    /// A success whose body the client cannot read.
    fileprivate static func body(_ name: String, _ summary: String, _ bytes: [UInt8]) -> Failure {
        Failure(
            name, summary,
            wire:
                "The reply's status and fields, and as its body: \(String(decoding: bytes.prefix(60), as: UTF8.self)).",
            source: JSONRPCFailures.client, stock: JSONRPC.stockResponse, needsBody: true, rewritesBody: true,
            effect: .spoiler { _, reply in reply.replaceBody(bytes) })
    }
}
