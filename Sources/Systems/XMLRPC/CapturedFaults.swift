internal import Bytes
internal import Catalogue
internal import JSONText

/// Faults of well-known servers as they were captured, each by a name of what happened.
enum CapturedFaults {
    /// name | code | message, in which \n is a new line and <name> the first parameter of the call | whose | captured in | what happens
    private static let table = #"""
        wrong-password | 403 | Incorrect username or password. | WordPress | 1N3/Wordpress-XMLRPC-Brute-Force-Exploit#12 | The user or the password is wrong
        bad-name | 10 | BAD_NAME: <name> | Supervisor | crcn/node-supervisord#10, thewca/worldcubeassociation.org#1882 | There is no process of that name
        expired-token | 32000 | The cookies or token provide were not valid or have expired. You may login again to get new cookies or a new token. | Bugzilla | python-bugzilla/python-bugzilla#39 | The session has expired
        login-required | 410 | You must log in before using this part of Gentoo's Bugzilla. | Bugzilla | williamh/pybugz#91; the code is that of Bugzilla's documentation | The method is for users who are logged in
        traceback | 1 | Traceback (most recent call last):\n  File "/usr/lib/python3/dist-packages/odoo/addons/base/controllers/rpc.py", line 93, in xmlrpc_2\n    response = self._xmlrpc(service)\n  File "/usr/lib/python3/dist-packages/odoo/models.py", line 4610, in search\n    raise ValueError("Invalid field %r in leaf %r" % (field, leaf))\nValueError: Invalid field 'nmae' in leaf ('nmae', '=', 'Ada')\n | Odoo | odoo/odoo#139481 | The faultString is a whole traceback of the server
        """#

    static let parts: [RowIndex.Part] = [
        .table(RowTable(table, Row.init)) { $0.entry },
        .entries([CatalogueEntry(.otherXMLRPC)]),
    ]

    private struct Row: Sendable {
        let name: String
        let code: Int
        let message: String
        let server: String
        let source: String
        let meaning: String

        init(_ row: inout TableRow) {
            (name, code) = ("xmlrpc/" + row.text(), row.int())
            (message, server) = (row.text().replacing(each: "\\n", by: "\n"), row.text())
            (source, meaning) = ("captured: " + row.text(), row.text())
        }

        private var summary: String { "\(meaning), as \(server) says it." }

        var entry: CatalogueEntry {
            CatalogueEntry(name, summary, source: source, evidence: .observed, .failure { failure })
        }

        private static let placeholder = "<name>"
        private var namesParameter: Bool { message.hasSuffix(Self.placeholder) }

        private var failure: Failure {
            Failure(
                name, summary,
                wire: """
                    200 with a `methodResponse` whose `fault` has a faultCode of \(code) and a faultString of \
                    "\(message.replacing(each: "\n", by: "\\n"))"\(
                        namesParameter ? ", with the call's first parameter as the name" : ""), or `message`. In a \
                    multicall the fault stands in the place of its call.
                    """,
                reports: .xmlrpc("Fault, with faultCode \(code)"), source: source, evidence: .observed,
                parameters: [XMLRPCFailures.message], effect: effect)
        }

        private var effect: Failure.Effect {
            let (code, message) = (code, message)
            guard namesParameter else {
                return .answer { arguments in
                    XMLRPC.failure(XMLRPCFault(code, arguments.text("message") ?? message))
                }
            }
            let opening = String(message.dropLast(Self.placeholder.count))
            return .answerToCall { arguments in
                let given = arguments.text("message").map { XMLRPC.failure(XMLRPCFault(code, $0)) }
                return { call, _ in
                    given ?? XMLRPC.failure(XMLRPCFault(code, opening + (call?.parameters?.first?.string ?? "worker")))
                }
            }
        }
    }
}
