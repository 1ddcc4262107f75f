import TestSupport

/// The shipped scenarios of a folder.
struct ScenarioTable: Sendable, CustomStringConvertible {
    let folder: String
    let rows: [ScenarioRow]
    /// Names in the folder whose scenarios have tests of their own: they end otherwise, or depend on more than their requests.
    let apart: [String]

    init(_ folder: String, _ rows: [ScenarioRow], apart: [String] = []) {
        self.folder = folder
        self.rows = rows
        self.apart = apart
    }

    var description: String { folder }

    static let all = [
        ScenarioTable("http", HTTPRows.all),
        // What needs a port of its own; `ConnectionClientsTests` has each of these failures.
        ScenarioTable(
            "tcp", TCPRows.all,
            apart: ["refuse", "connect-timeout", "reset-on-accept", "close-on-accept", "silent"]),
        ScenarioTable("jsonrpc", JSONRPCRows.all, apart: JSONRPCRows.apart),
        ScenarioTable("xmlrpc", XMLRPCRows.all, apart: XMLRPCRows.apart),
        ScenarioTable("graph", GraphRows.all, apart: GraphRows.apart),
        ScenarioTable("mtop", MTOPRows.all, apart: MTOPRows.apart),
        ScenarioTable("salesforce", SalesforceRows.all, apart: SalesforceRows.apart),
        ScenarioTable("documents", DocumentRows.all),
    ]
}
