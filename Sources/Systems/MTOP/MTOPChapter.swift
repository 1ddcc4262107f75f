internal import Bytes
internal import Catalogue
internal import Wire

/// The failures of MTOP: the codes of the gateway, the errors of the SDKs, and those of their network library.
struct MTOPChapter: Chapter {
    init() {}

    var system: String { "mtop" }
    var failures: [Failure] { [.business] }
    var rows: [CatalogueEntry] { Self.index.rows }

    /// A row by any of its names, or a code that is in no table.
    func entry(code: String) -> CatalogueEntry? {
        if let row = Self.index[code] { return row }
        return Self.isUnlisted(code) ? Self.entry(unlisted: code) : nil
    }

    /// By the mapping code that an app shows, such as `200IES10003`.
    func unlisted(_ shown: String) -> CatalogueEntry? {
        MappingCode(shown)?.names.lazy.compactMap { entry(code: $0) }.first
    }

    func isShownCode(_ shown: String) -> Bool { MappingCode(shown) != nil }

    /// The business may use any code; those of the gateway are listed, except for newer ones.
    func listsAll(like code: String) -> Bool { code.hasPrefix("FAIL_SYS_") }

    func lists(_ code: String) -> Bool { Self.index.hasEntry(ofCode: code) }
    var names: [String] { failures.map(\.name) + Self.index.codes.map { "\(system)/\($0)" } }

    private static let index = RowIndex([
        .table(
            documentedCodes,
            aliases: { row in
                let mappingCode = (row.text(), row.text()).1
                _ = (row.text(), row.optional())
                return aliases(mappingCode, row.optional())
            }, \.entry),
        .table(undocumentedCodes, \.entry), .entries([CatalogueEntry(.anyResult)]),
        .table(
            iOS,
            aliases: { row in
                _ = row.text()
                return row.texts()
            }),
        .table(iOSExtra, aliases: aliasBehindCode), .table(android, aliases: aliasBehindCode),
        .table(
            network,
            aliases: { row in
                _ = (row.int(), row.text(), row.text())
                return row.optional().map { [$0] } ?? []
            }, \.entry),
    ])

    private static func aliases(_ mappingCode: String, _ other: String?) -> [String] {
        [mappingCode] + (other.map { [$0] } ?? [])
    }

    @Sendable
    private static func aliasBehindCode(_ row: inout TableRow) -> [String] {
        _ = row.text()
        return row.optional().map { [$0] } ?? []
    }

    // MARK: Sources

    static let documentation = "the EMAS MTOP documentation for iOS"
    static let constants = "Constants.h of mtopext 1.9.3.48 for iOS (public header)"
    static let androidConstants = "mtopsdk.mtop.util.ErrorConstant (public decompiled SDK for Android)"
    static let filters = "mtopsdk.framework.filter (public decompiled SDK for Android)"
    private static let headers = "public headers and the decompiled library of the network layer"
    /// How a row was observed: in source code, not in captured traffic.
    private static let read = "read there, and in no capture"

    private enum UndocumentedSource: String {
        case reference, clients, captures, iOS
        case android = "Android"

        var text: String {
            switch self {
            case .reference: "a public reference of the AliExpress gateway, 2026-04"
            case .clients: "public client code"
            case .captures: "public issue threads"
            case .iOS: "\(constants); \(read)"
            case .android: "an older table of codes for Android; \(read)"
            }
        }
    }

    // MARK: Codes of the gateway

    private struct ListedCode: Sendable {
        let code: ReturnCode
        let aliases: [String]
        let status: Int
        let note: String?
        let source: String
        let evidence: Failure.Evidence

        var entry: CatalogueEntry {
            let summary = code.message + (note.map { " (\($0))" } ?? "") + "."
            let full = "The gateway answers \(code.code): \(summary)"
            let captured = code.captured
            let source = source + (captured.map { "; text captured: \($0.source)" } ?? "")
            let (status, evidence) = (status, captured == nil ? evidence : .observed)
            return CatalogueEntry(
                "mtop/\(code.code)", aliases: aliases, full, source: source, evidence: evidence,
                .failure { [code] in .mtop(code, status: status, full, source: source, evidence: evidence) })
        }
    }

    private static let documentedCodes = RowTable(ServerCodes.text) { row in
        let (code, mappingCode, message) = (row.text(), row.text(), row.text())
        let (note, other) = (row.optional(), row.optional())
        // The only code with status 420; a 420 without a code is a flow limit.
        let status = code == "FAIL_SYS_REQUEST_QUEUED" ? 420 : 200
        return ListedCode(
            code: ReturnCode(code, mappingCode: mappingCode, message: message, status: status),
            aliases: aliases(mappingCode, other), status: status, note: note,
            source: "\(documentation); \(androidConstants)", evidence: .documented)
    }

    private static let undocumentedCodes = RowTable(UndocumentedCodes.text) { row in
        let (code, message, note) = (row.text(), row.text(), row.text())
        let setsToken = row.optionalWord(of: Token.self) != nil
        return ListedCode(
            code: ReturnCode(
                code, mappingCode: code.hasPrefix("FAIL_SYS_") ? "ES00000" : nil, message: message,
                setsToken: setsToken),
            aliases: [], status: 200, note: note, source: row.word(of: UndocumentedSource.self).text,
            evidence: .observed)
    }

    private enum Token: String {
        case token
    }

    /// A code of the tables; nil for any other.
    static func known(_ code: String) -> ReturnCode? { (documentedCodes[code] ?? undocumentedCodes[code])?.code }

    // MARK: Unlisted codes

    /// Whether the text is a code of the gateway or of the business that is in no table. Codes are in capitals: any
    /// other spelling is taken for a mistake, and needs `mtop/business`.
    private static func isUnlisted(_ code: String) -> Bool {
        let isOfClient = clientPrefixes.contains { code.hasPrefix($0) }
        // A text in the form of a mapping code is a misspelt mapping code.
        return !isOfClient && MappingCode(code) == nil && code.utf8.first.map { (0x41...0x5A).contains($0) } == true
            && code.utf8.count >= 2
            && code.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }

    /// Prefixes of codes that only the SDKs raise.
    private static let clientPrefixes = ["ANDROID_SYS_", "FAIL_LOCAL_", "FAIL_CLIENT_", "MTOP_LOCA"]

    /// A regular expression that matches what `isUnlisted` accepts, for the schema.
    static let unlistedPattern: String = {
        let others = (iOS.rows + iOSExtra.rows + android.rows + network.rows.map(\.entry)).flatMap {
            [$0.code] + $0.aliases
        }.filter(isUnlisted)
        let prefixes = clientPrefixes.joined(separator: "|")
        return "(?!\(prefixes)|[IA]?E[SC][0-9]{5}$|(\(others.joined(separator: "|")))$)[A-Z][A-Z0-9_-]+"
    }()

    /// An example of an unlisted code, for its parameters.
    static var unlistedMember: Failure {
        .mtop(ReturnCode(named: "FAIL_BIZ_ERROR"), "", source: documentation, evidence: .documented)
    }

    private static func entry(unlisted code: String) -> CatalogueEntry {
        let known = ReturnCode(named: code)
        let summary =
            known.mappingCode == nil
            ? "The business behind the gateway refuses with a code of its own."
            : "The gateway answers with a code that stands in no table."
        return CatalogueEntry(
            "mtop/\(code)", summary, source: documentation, evidence: .documented,
            .failure { .mtop(known, summary, source: documentation, evidence: .documented) })
    }

    // MARK: Errors of the SDKs

    private static let failuresByName: [String: Failure] = Dictionary(
        uniqueKeysWithValues: [Failure.antiAttack, .flowLimit, .responseFalsified, .undecryptableBody].map {
            ($0.name, $0)
        })

    /// The causes of a row (none for `-`), or a mark in their place.
    private enum Outcome {
        case causes([Cause])
        case mark(Mark)

        enum Mark: String {
            case packet
            case ownFailure = "!"
            case needsTLS = "?"
        }

        init(_ row: inout TableRow) {
            self = if let mark = row.mark(of: Mark.self) { .mark(mark) } else { .causes(row.causes()) }
        }
    }

    private static let iOS = RowTable(ClientCodes.iOS) { row in
        let (code, aliases, situation, message) = (row.text(), row.texts(), row.text(), row.text())
        return entry(
            code, aliases, "MtopSDK for iOS says \"\(message)\": \(situation)", &row,
            source: "\(documentation); \(constants)", evidence: .documented)
    }

    private static let iOSExtra = RowTable(ClientCodes.iOSExtra) { row in
        let (code, other, meaning) = (row.text(), row.optional(), row.text())
        return entry(
            code, other.map { [$0] } ?? [], "MtopSDK for iOS reports \(code): \(meaning)", &row,
            source: "\(constants); \(read)", evidence: .observed)
    }

    private static let android = RowTable(ClientCodes.android) { row in
        let (code, other, meaning) = (row.text(), row.optional(), row.text())
        return entry(
            code, other.map { [$0] } ?? [], "MtopSDK for Android reports \(code): \(meaning)", &row,
            source: "\(androidConstants); \(read)", evidence: .observed)
    }

    private enum Fidelity: String {
        case exact, analogue
    }

    /// Of the network library, each with the kind that it is counted to, such as EC_CONNECT_FAILED.
    private static let network = RowTable(NetworkStatuses.text) { row in
        let (number, kind, meaning, symbol) = (row.int(), row.text(), row.text(), row.optional())
        let isAnalogue = row.optionalWord(of: Fidelity.self) == .analogue
        let entry = entry(
            "\(number)", symbol.map { [$0] } ?? [],
            "The network library of MtopSDK for iOS reports \(number), \(kind): \(meaning)", &row,
            source: networkSource(number, meaning)
                + (isAnalogue ? "; the library's framing is closed, and this is what comes closest" : ""),
            evidence: isAnalogue ? .assumed : .documented)
        return (kind: kind, entry: entry)
    }

    /// By the kind of an error of the network library.
    func entries(sharing name: String) -> [CatalogueEntry] {
        let name = name.uppercased()
        return name.hasPrefix("EC_") ? Self.network.rows.filter { $0.kind == name }.map(\.entry) : []
    }

    /// Statuses that neither a header, nor the operating system, nor HTTP/2 has a name for.
    private static let unnamedStatuses: Set = [-2035, -2042, -2048]

    /// The meaning of an HTTP/2 error is in its specification.
    private static func networkSource(_ number: Int, _ meaning: String) -> String {
        if meaning.hasPrefix("HTTP2 error") { return "\(documentation); RFC 9113, section 7" }
        return unnamedStatuses.contains(number) ? documentation : "\(documentation); \(headers)"
    }

    /// Reads the last two cells of a row: its causes, and how it is caused or why nothing causes it. A failure of its
    /// own has both already.
    private static func entry(
        _ code: String, _ aliases: [String], _ what: String, _ row: inout TableRow, source: String,
        evidence: Failure.Evidence
    ) -> CatalogueEntry {
        let (name, outcome) = ("mtop/\(code)", Outcome(&row))
        if case .mark(.ownFailure) = outcome {
            guard let failure = failuresByName[name] else { row.fail("there is no failure of its own") }
            _ = row.optional()
            return CatalogueEntry(
                name, aliases: aliases, "\(what).", source: failure.source, evidence: failure.evidence,
                .failure { failure })
        }
        let explanation = row.text()
        let disposition: CatalogueEntry.Disposition =
            switch outcome {
            case .causes([]): .notInducible(explanation)
            case .causes(let causes): .causes(causes)
            case .mark(.packet):
                .notInducible("it takes control over single packets, which no listener has: \(explanation)")
            case .mark: .planned("it needs more of TLS than this version has, and in it: \(explanation)")
            }
        let hasExplanation: Bool = if case .causes = disposition { true } else { false }
        return CatalogueEntry(
            name, aliases: aliases, hasExplanation ? "\(what); \(explanation)." : "\(what).", source: source,
            evidence: evidence, disposition)
    }
}
