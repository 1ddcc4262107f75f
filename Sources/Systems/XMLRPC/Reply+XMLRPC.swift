internal import Catalogue
internal import Wire

/// Edits of a response that failures make.
extension Reply {
    /// Replaces the content of the `methodResponse`; a body that is not a result stays as it is.
    mutating func editResponse(_ change: (_ value: [UInt8]) -> [UInt8]) {
        guard let value = XMLRPCEnvelope.value(ofResult: content) else { return }
        replaceBody(XMLRPCEnvelope.response(change(value), apache: XMLRPCEnvelope.isApache(content)))
    }

    /// Replaces the value of the result.
    mutating func editValue(_ change: (_ value: [UInt8]) -> [UInt8]) {
        guard let value = XMLRPCEnvelope.value(ofResult: content) else { return }
        replaceBody(XMLRPCEnvelope.result(change(value), apache: XMLRPCEnvelope.isApache(content)))
    }

    /// Edits the list that answers a multicall.
    mutating func editAnswers(_ change: (inout [[UInt8]]) -> Void) {
        guard let value = XMLRPCEnvelope.value(ofResult: content),
            var answers = XMLRPCEnvelope.elements(of: value), !answers.isEmpty
        else { return }
        change(&answers)
        replaceBody(XMLRPCEnvelope.result(XMLRPCEnvelope.list(answers), apache: XMLRPCEnvelope.isApache(content)))
    }

    /// Edits the bytes of any body that is not empty.
    mutating func editText(_ change: (inout [UInt8]) -> Void) {
        var text = content
        guard !text.isEmpty else { return }
        change(&text)
        replaceBody(text)
    }
}

extension [UInt8] {
    /// Inserts text before the first occurrence of the mark, or at the end if there is none.
    mutating func insert(_ text: String, before mark: String) {
        let mark = Array(mark.utf8)
        let index = indices.first { self[$0] == mark[0] && self[$0...].starts(with: mark) } ?? endIndex
        insert(contentsOf: text.utf8, at: index)
    }
}

extension Failure.Objection {
    @Sendable static func noXMLRPCResult(_ arguments: Arguments, _ reply: Reply) -> Self? {
        XMLRPCEnvelope.value(ofResult: reply.content) == nil ? Self("the reply is not an XML-RPC result") : nil
    }

    @Sendable static func noMulticall(_ arguments: Arguments, _ reply: Reply) -> Self? {
        let answers = XMLRPCEnvelope.value(ofResult: reply.content).flatMap { XMLRPCEnvelope.elements(of: $0) }
        return answers == nil ? Self("the reply is not an answer to a multicall") : nil
    }
}

extension Failure {
    /// A failure that edits the response to one call.
    static func xmlrpcSpoiler(
        _ code: String, _ summary: String, wire: String, python: String, evidence: Evidence = .assumed,
        parameters: [Parameter] = [], isOfResult: Bool = true,
        _ spoil: @escaping @Sendable (Arguments, inout Reply) -> Void
    ) -> Failure {
        Failure(
            "xmlrpc/\(code)", summary, wire: wire, reports: .xmlrpc(python),
            source: XMLRPCFailures.and(XMLRPCFailures.specification), evidence: evidence, parameters: parameters,
            stock: XMLRPC.stockResponse, needsBody: true, rewritesBody: true,
            objection: { isOfResult ? Objection.noXMLRPCResult($0, $1) : nil }, effect: .spoiler(spoil))
    }

    /// A failure that edits the answer to a multicall.
    static func multicallSpoiler(
        _ code: String, _ summary: String, wire: String, python: String,
        _ change: @escaping @Sendable (inout Reply) -> Void
    ) -> Failure {
        Failure(
            "xmlrpc/\(code)", summary, wire: wire, reports: .xmlrpc(python),
            source: XMLRPCFailures.and(XMLRPCFailures.multicall), evidence: .assumed,
            stock: XMLRPC.stockMulticall, needsBody: true, rewritesBody: true, needsBatch: true,
            objection: Objection.noMulticall, effect: .spoiler { _, reply in change(&reply) })
    }
}
