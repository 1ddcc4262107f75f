internal import Catalogue
internal import Testing

/// The error codes in the documentation of a system, with what is known about them, from the files in `Reference`.
package struct Reference: Sendable {
    package struct Row: Sendable, CustomTestStringConvertible {
        package let system: String
        package let group: String
        package let code: String
        package let aliases: [String]
        package let status: Int?
        /// How well the status is known, or how a server comes to the code.
        package let basis: String?
        /// `server` for any, another word for a server of another kind, `none` for no server; nil if nobody says.
        package let cause: String?
        package let source: String

        package var testDescription: String { "\(system)/\(code)" }

        /// Its name in the catalogue, without the system's. Groups with the same codes have a prefix.
        package var name: String {
            switch group {
            case "connect": "connect/\(code)"
            case "token", "revoke": "oauth/\(code)"
            case "dialog": "dialog-\(code)"
            default: code
            }
        }

        fileprivate init(_ row: inout TableRow, of system: String) {
            self.system = system
            group = row.text()
            code = row.text()
            aliases = row.texts()
            status = row.optionalInt()
            basis = row.optional()
            cause = row.optional()
            source = row.text()
        }
    }

    package let system: String
    package let rows: [Row]
    /// The sources in the head, by their letters.
    package let sources: [String: String]

    package init(_ system: String) {
        self.system = system
        guard let text = try? Repository.text("Tests/TestSupport/Reference/\(system).txt") else {
            preconditionFailure("there is no Reference/\(system).txt")
        }
        let lines = text.split(separator: "\n")
        rows = TextTable.rows(lines.filter { !$0.hasPrefix("#") }.joined(separator: "\n")) { Row(&$0, of: system) }
        sources = Dictionary(
            uniqueKeysWithValues: lines.compactMap { line in
                line.firstMatch(of: /^# ([a-z]) = (.+)/).map { (String($0.1), String($0.2)) }
            })
    }

    package static let systems = ["documents", "graph", "jsonrpc", "mtop", "salesforce", "urlerror", "xmlrpc"].map(
        Reference.init)
    package static let wire = Reference("wire")

    package static func rows(_ system: String) -> [Row] { systems.first { $0.system == system }?.rows ?? [] }
}
