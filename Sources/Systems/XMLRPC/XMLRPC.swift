internal import Catalogue
internal import JSONText
internal import Wire

/// XML-RPC over HTTP, with `system.multicall` and the methods that tell of others.
struct XMLRPC: Dialect {
    /// A multicall with more calls is refused as a whole.
    static let maximumCalls = 10_000
    /// A request with more values is refused while it is parsed, before they fill the memory.
    static let maximumValues = 1_000_000

    var extensions = XMLRPCExtensions()

    init() {}

    var name: String { "xmlrpc" }
    var readsBody: Bool { true }
    var successField: String? { "result" }
    var answersEverything: Bool { true }
    /// The result alone; `wrap` adds the envelope.
    var stockSuccess: Reply { Self.reply(Array(#"{"ok":true}"#.utf8)) }

    func sample(ofBatch isBatch: Bool) -> Call {
        let call = Call(fields: CallFields([Field.rpc: Array("any".utf8)]))
        return isBatch ? Multicall.whole([call, call, call], text: []) : call
    }

    func sampleRequest(ofBatch isBatch: Bool) -> String? {
        guard isBatch else { return "<methodCall><methodName>any</methodName></methodCall>" }
        let call =
            "<value><struct><member><name>methodName</name><value>any</value></member>"
            + "<member><name>params</name><value><array><data/></array></value></member></struct></value>"
        return "<methodCall><methodName>system.multicall</methodName><params><param><value><array><data>"
            + call + call + "</data></array></value></param></params></methodCall>"
    }

    func internalError(_ request: Request) -> Reply { Self.failure(.internalError) }

    func read(_ request: Request) -> Reading {
        if request.body.isEmpty, !request.head[request.method].elementsEqual("POST".utf8) {
            return .unreadable(.bare(405, [HeaderField("Allow", "POST")]))
        }
        switch MethodCall.read(request, extensions) {
        case .failure(let fault): return .unreadable(Self.failure(fault))
        case .success(let call) where call.method == Multicall.method:
            guard let calls = Multicall.calls(call) else { return .unreadable(Self.failure(.invalidParameters)) }
            guard calls.count <= Self.maximumCalls else { return .unreadable(Self.failure(.notConforming)) }
            return .batch(Multicall.whole(calls, text: call.json), calls)
        case .success(let call):
            return .call(
                Call(
                    fields: CallFields([Field.rpc: call.method, Field.batch: Array("false".utf8)]), text: call.json,
                    payload: call.isApache ? Payload(ApacheExtensions()) : nil))
        }
    }

    /// A fault for an unknown method or an invalid call; the methods that tell of others are answered.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        guard let method = call.method else { return Self.failure(.notConforming) }
        switch Introspection.answer(to: call, method, extensions, in: context) {
        case .success(let result)?: return wrap(Self.reply(result), for: call, in: context)
        case .failure(let fault)?: return Self.failure(fault)
        case nil: return Self.failure(.methodNotFound(method))
        }
    }

    /// Puts a JSON result into an envelope. In the answer to a multicall that is matched as one call, the result is
    /// repeated for each of its calls.
    func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? {
        var value: [UInt8] = []
        let options = JSONParser.Options(maximumDepth: 512, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(reply.content, options: options) else {
            return Self.failure(.internalError)
        }
        var extensions = extensions
        extensions.apache = call?.usesApacheExtensions == true && XMLRPCValue.hasExtendedForm(node)
        XMLRPCValue.write(node, extensions, into: &value)
        if let call, call.isWhole {
            let element = XMLRPCEnvelope.list([value])
            let elements = call.multicall?.elementsAreCalls ?? []
            value = XMLRPCEnvelope.list(elements.map { $0 ? element : XMLRPCFault.notConforming.value })
        }
        var wrapped = reply
        wrapped.replaceBody(XMLRPCEnvelope.result(value, apache: extensions.apache))
        return wrapped
    }

    /// The single answer; for a multicall the list of all, with the status and fields of the first answer whose head is
    /// not the default.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        let replies = answers.compactMap(\.self)
        if replies.count == 1, !reading.isBatch { return replies[0] }
        var reply = Self.reply(
            XMLRPCEnvelope.result(
                XMLRPCEnvelope.list(replies.map { XMLRPCEnvelope.element($0.content) }),
                apache: replies.contains { XMLRPCEnvelope.isApache($0.content) }))
        let stock = reply.head
        if let head = replies.first(where: { $0.head != stock && !$0.head.forbidsContent })?.head { reply.head = head }
        return reply
    }

    /// The status is always 200, as the specification requires, also for a fault.
    static func reply(_ text: [UInt8]) -> Reply {
        Reply(
            ResponseHead(status: 200, fields: [HeaderField("Content-Type", contentType)]),
            body: [Reply.Part(.bytes(text))])
    }

    static func failure(_ fault: XMLRPCFault) -> Reply { reply(XMLRPCEnvelope.fault(fault)) }

    static let contentType = "text/xml"
    static let stockResponse = reply(
        XMLRPCEnvelope.result(
            Array(
                "<value><struct><member><name>ok</name><value><boolean>1</boolean></value></member></struct></value>"
                    .utf8)))
    /// The answer to a multicall of three calls.
    static let stockMulticall = reply(
        XMLRPCEnvelope.result(
            XMLRPCEnvelope.list(
                (1...3).map { number in XMLRPCEnvelope.list([Array("<value><int>\(number)</int></value>".utf8)]) })))
}

extension XMLRPC: TranslatingDialect {
    var successContentType: String { Self.contentType }

    func objection(to success: JSONNode) -> TranslationObjection? {
        XMLRPCValue.objection(to: success, extensions)
    }

    func dependsOnCall(_ success: Reply) -> Bool {
        let options = JSONParser.Options(maximumDepth: 512, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(success.content, options: options) else { return false }
        return XMLRPCValue.hasExtendedForm(node)
    }
}

/// Extensions of the specification that a scenario can turn on.
extension XMLRPC {
    var settings: [Setting] {
        [
            Setting(
                "nil", .flag, "Whether <nil/> is accepted in calls, and null can be used in results.",
                standard: .flag(false)),
            Setting(
                "i8", .flag,
                "Whether <i8>, and <int> beyond 32 bits, are accepted in calls, and integers of 64 bits can be used in results.",
                standard: .flag(false)),
        ]
    }

    func with(_ settings: Settings) -> any Dialect {
        var dialect = self
        dialect.extensions = XMLRPCExtensions(nil: settings.flag("nil") ?? false, i8: settings.flag("i8") ?? false)
        return dialect
    }
}
