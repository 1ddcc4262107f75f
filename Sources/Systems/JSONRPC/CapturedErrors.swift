internal import Catalogue
internal import Wire

/// Errors of well-known servers as they were captured, each by a name of what happened.
enum CapturedErrors {
    /// name | code | status | form | whose | message | data, or - | captured in | another Content-Type, or - | what
    /// happens
    private static let table = #"""
        execution-reverted | 3 | 200 | id-first | geth | execution reverted | "0x82b42900" | ethereum/go-ethereum#31456, erigontech/erigon#17132 | - | A call of a contract was reverted: the data is what the contract says
        execution-reverted-without-data | 3 | 200 | standard | reth | execution reverted | - | paradigmxyz/reth#8196 | - | A call of a contract was reverted, and there is no data that says why
        vm-execution-error | -32015 | 200 | standard | Parity | VM execution error. | "Reverted 0x08c379a00000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000d496e76616c696420737461746500000000000000000000000000000000000000" | ApeWorX/web3.py#1699, cowprotocol/ethcontract-rs#185 | - | A call of a contract was reverted: the data is a word and what the contract says
        capacity-exceeded | -32600 | 403 | id-first | Alchemy | Monthly capacity limit exceeded. Visit https://dashboard.alchemyapi.io/settings/billing to upgrade your scaling policy for continued service. | - | xmtp/xmtpd#672; -32000 as its code in 2023: a16z/zkdocs#9 | - | The app has used up its calls of the month
        legacy-rate-exceeded | -32005 | 429 | standard | Infura | legacy access request rate exceeded | {"reason":"project ID not provided","see":"https://infura.io/dashboard"} | herdius/herdius-core#58 | - | Too many calls came without a project's id
        core-busy | -9 | 200 | error-first | Monero | Core is busy. | - | monero-project/monero#181 | text/plain | The node is not synchronized yet
        odoo-server-error | 200 | 200 | spaced | Odoo | Odoo Server Error | {"name": "builtins.ValueError", "debug": "Traceback (most recent call last):\n  File \"/usr/lib/python3/dist-packages/odoo/http.py\", line 1710, in _serve_db\n    return service_model.retrying(self._serve_ir_http, self.env)\nValueError: Invalid field 'nmae' on model 'res.partner'\n", "message": "Invalid field 'nmae' on model 'res.partner'", "arguments": ["Invalid field 'nmae' on model 'res.partner'"], "context": {}} | ERP-Ukraine/odoo-rpc-dart#18, ERP-Ukraine/odoo-rpc-dart#43 | - | An exception of the server, with its traceback
        kodi-method-not-found | -32601 | 200 | error-first | Kodi | Method not found. | - | hyperion-project/hyperion#633, home-assistant/core#18182 | - | The player does not know the method
        kodi-failed-to-execute | -32100 | 200 | error-first | Kodi | Failed to execute method. | - | home-assistant/core#18182 | - | The player cannot do now what it is asked for
        no-valid-session | -32000 | 400 | null-id | MCP's TypeScript server | Bad Request: No valid session ID provided | - | samanhappy/mcphub#405; punkpeye/fastmcp#100 has error, id, jsonrpc; DAWNCR0W/affine-mcp-server#301 has a text of its own | - | A request came without the id of its session
        session-not-found | -32001 | 404 | null-id | MCP's TypeScript server | Session not found | - | modelcontextprotocol/typescript-sdk#1678, helidon-io/helidon-mcp#152 | - | The session is lost: the client has to begin anew
        missing-session-id | -32600 | 400 | server-error | MCP's Python server | Bad Request: Missing session ID | - | modelcontextprotocol/csharp-sdk#1759 | - | A request came without the id of its session
        invalid-request-parameters | -32602 | 200 | id-first | MCP's Python server | Invalid request parameters | "" | modelcontextprotocol/python-sdk#1561, modelcontextprotocol/python-sdk#3193 | - | The method is unknown, which is said as if its parameters were wrong
        """#

    static let parts: [RowIndex.Part] = [
        .entries([-28, 429].map { CatalogueEntry(.jsonrpc($0)) }),
        .table(RowTable(table, Row.init)) { $0.entry },
        .entries([CatalogueEntry(.invalidProjectID), CatalogueEntry(.otherJSONRPC)]),
    ]

    private struct Row: Sendable {
        let name: String
        let code: Int
        let status: Int
        let form: FormedError.Form
        let server: String
        let message: String
        let data: String?
        let source: String
        let type: String?
        let meaning: String

        init(_ row: inout TableRow) {
            name = "jsonrpc/" + row.text()
            (code, status, form) = (row.int(), row.int(), row.word())
            (server, message, data) = (row.text(), row.text(), row.optional())
            (source, type, meaning) = ("captured: " + row.text(), row.optional(), row.text())
        }

        private var summary: String { "\(meaning), as \(server) says it." }

        var entry: CatalogueEntry {
            CatalogueEntry(name, summary, source: source, evidence: .observed, .failure { failure })
        }

        private var failure: Failure {
            Failure(
                name, summary, wire: wire,
                reports: .jsonrpc("JSONRPCServerErrorDomain \(code), with the whole error object; all else is ignored"),
                source: source, evidence: .observed, phase: .body, parameters: parameters,
                effect: .answerToCall { [code, message, data, form, status, type] arguments in
                    let error = JSONRPCError(
                        code: arguments.count("code") ?? code, message: arguments.text("message") ?? message,
                        data: arguments.json("data") ?? data.map { Array($0.utf8) })
                    return FormedError(error, form, echoesID: arguments.text("id") == "request").answer(
                        status: status, type: type)
                })
        }

        private var wire: String {
            let members =
                switch form {
                case .standard: "`jsonrpc`, `error` and the request's `id`"
                case .nullID: "`jsonrpc`, `error` and an `id` of null"
                case .idFirst: "`jsonrpc`, the request's `id` and `error`"
                case .serverError: "`jsonrpc`, an `id` of \"server-error\" and `error`"
                case .spaced: "`jsonrpc`, an `id` of null and `error`, with a blank behind each colon and comma"
                case .errorFirst: "`error`, the request's `id` and `jsonrpc`"
                }
            let content = data == nil ? "no data" : "data"
            return """
                \(status)\(type.map { " as \($0)" } ?? "") with \(members), in this order: code \(code), the message \
                "\(message)" and \(content). A request of 1.0 or 1.1 is answered in its own form. A notification gets \
                \(form.fixedID == nil ? "no answer" : "it too").
                """
        }

        private var parameters: [Parameter] {
            let own = [
                Parameter("code", .integer, "The error's code, in place of the captured one."),
                Parameter("message", .text, "The error's message, in place of the captured one."),
                Parameter("data", .json, "The error's data, in place of the captured one."),
            ]
            let ids = ["captured", "request"]
            return form.fixedID == nil
                ? own
                : own + [
                    Parameter(
                        "id", .word(ids), "The id: that which was captured, or that of the request.",
                        standard: .text(ids[0]))
                ]
        }
    }
}

extension Failure {
    /// The gateway refuses before it reads a call.
    static let invalidProjectID = Failure(
        "jsonrpc/invalid-project-id", "The project of the address does not exist, as Infura says it.",
        wire: """
            401 with a line of text, "invalid project id", WWW-Authenticate: Basic realm="Auth failure, invalid project \
            id", Vary: Origin, X-Content-Type-Options: nosniff and Connection: close, whatever the request is: a batch or a \
            notification too.
            """,
        source: "captured: graphprotocol/indexer#145", evidence: .observed, phase: .head,
        parameters: [Parameter("message", .text, "The line of text, in place of the captured one.")],
        effect: .answer { arguments in
            Reply(
                ResponseHead(
                    status: 401,
                    fields: [
                        HeaderField("Content-Type", "text/plain; charset=utf-8"),
                        HeaderField("Vary", "Origin"),
                        HeaderField("WWW-Authenticate", #"Basic realm="Auth failure, invalid project id""#),
                        HeaderField("X-Content-Type-Options", "nosniff"),
                        HeaderField("Connection", "close"),
                    ]),
                body: [Reply.Part(.bytes(Array(((arguments.text("message") ?? "invalid project id") + "\n").utf8)))])
        })
}
