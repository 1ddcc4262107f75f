internal import Catalogue

/// The failures of XML-RPC, and the errors of Python's xmlrpc.client.
struct XMLRPCChapter: Chapter {
    var system: String { "xmlrpc" }
    var failures: [Failure] { XMLRPCFailures.all }
    var rows: [CatalogueEntry] { Self.index.rows }

    func entry(code: String) -> CatalogueEntry? {
        Self.index[code] ?? XMLRPCFailures.code(named: code).map { CatalogueEntry($0) }
    }

    /// A number with a sign is a fault code; a number without one could also be a status.
    func unlisted(_ code: String) -> CatalogueEntry? { code.hasPrefix("-") ? entry(code: code) : nil }

    /// symbol | alias | causes | when it is raised
    private static let table = """
        Fault | xmlrpc.client.Fault | xmlrpc/-32603; xmlrpc/-32601; xmlrpc/-32602; xmlrpc/-32600; xmlrpc/-32700; xmlrpc/-32701; xmlrpc/-32702; xmlrpc/-32500; xmlrpc/-32400; xmlrpc/-32300; xmlrpc/-32000 | the response is a fault
        ProtocolError | xmlrpc.client.ProtocolError | http/status/503; http/status/404; http/challenge; http/redirect-to | the status is any other than 200
        ExpatError | xml.parsers.expat.ExpatError | http/html; http/empty-body; xmlrpc/truncated-xml; xmlrpc/bare-ampersand; xmlrpc/control-character; xmlrpc/text-before-xml; xmlrpc/text-after-xml; xmlrpc/wrong-encoding | the body is not well-formed XML, whatever its Content-Type is
        ResponseError | xmlrpc.client.ResponseError | xmlrpc/neither; xmlrpc/unknown-type | the XML is no response
        """

    private static let index = RowIndex(
        CapturedFaults.parts + [
            .table(
                RowTable(table, entry),
                aliases: { row in
                    _ = row.text()
                    return [row.text()]
                })
        ])

    private static func entry(_ row: inout TableRow) -> CatalogueEntry {
        let (symbol, other, causes, when) = (row.text(), row.text(), row.causes(), row.text())
        // The other two are documented.
        let isMeasured = ["ExpatError", "ResponseError"].contains(symbol)
        return CatalogueEntry(
            "xmlrpc/\(symbol)", aliases: [other], "\(XMLRPCFailures.client) raises \(symbol): \(when).",
            source: isMeasured ? XMLRPCFailures.measured : "the documentation of xmlrpc.client, Python 3.11",
            evidence: isMeasured ? .observed : .documented, .causes(causes))
    }
}
