public import Foundation

/// One answer, a step of a scenario: for the queue (`Mishap.enqueue`), and what a `RuleBuilder` has several of.
public struct Answer: Sendable {
    /// As in a scenario.
    var step: JSON.Members

    /// A reply with this status.
    public static func reply(_ status: Int, _ options: AnswerOption...) -> Answer { reply(status, options) }

    /// A reply with status 200.
    public static func reply(_ options: AnswerOption...) -> Answer { reply(200, options) }

    /// A failure. Of one that spoils a reply, `json`, `text`, `body`, `status` and `header` are that reply's, and else its own.
    public static func fail(_ failure: Failure, _ options: AnswerOption...) -> Answer { fail(failure, options) }

    static func reply(_ status: Int, _ options: [AnswerOption]) -> Answer {
        var reply: JSON.Members = ["status": .integer(status)]
        for option in options { option.write(to: &reply) }
        return Answer(step: ["reply": .object(reply)]).with(options)
    }

    static func fail(_ failure: Failure, _ options: [AnswerOption]) -> Answer {
        var step: JSON.Members = ["fail": failure.name]
        var with = failure.parameters
        var reply = JSON.Members()
        for option in options {
            if failure.isSpoiler, option.isOfSpoiledReply { option.write(to: &reply) } else { option.write(to: &with) }
        }
        if !with.isEmpty { step["with"] = .object(with) }
        if !reply.isEmpty { step["reply"] = .object(reply) }
        return Answer(step: step).with(options)
    }

    static func passes(_ options: [AnswerOption]) -> Answer { Answer(step: ["pass": true]).with(options) }

    /// With what stands beside `reply`, `fail` and `pass`.
    private func with(_ options: [AnswerOption]) -> Answer {
        var answer = self
        for option in options where option.isOfStep { answer.step[option.name] = option.value }
        return answer
    }
}

/// What an answer may have: a body, header fields, how often it is given, and after which delay.
public struct AnswerOption: Sendable {
    let name: String
    let value: JSON
    private let kind: Kind

    private enum Kind { case field, header, step }

    private init(_ name: String, _ value: JSON, _ kind: Kind = .field) {
        (self.name, self.value, self.kind) = (name, value, kind)
    }

    /// A body in JSON: `.json(["id": 7])`.
    public static func json(_ value: JSON) -> AnswerOption { AnswerOption("json", value) }
    /// A body in JSON, as `JSONEncoder` makes it.
    public static func json(encoding value: some Encodable) throws -> AnswerOption {
        AnswerOption("json", try JSON(encoding: value))
    }
    public static func text(_ text: String) -> AnswerOption { AnswerOption("text", .string(text)) }
    public static func body(_ data: Data) -> AnswerOption {
        AnswerOption("base64", .string(data.base64EncodedString()))
    }
    /// A field of the head; one that is given twice is sent twice.
    public static func header(_ name: String, _ value: String) -> AnswerOption {
        AnswerOption(name, .string(value), .header)
    }
    /// The status of the reply that a failure spoils, or of the failure.
    public static func status(_ status: Int) -> AnswerOption { AnswerOption("status", .integer(status)) }
    /// So many requests get this answer.
    public static func times(_ count: Int) -> AnswerOption { AnswerOption("times", .integer(count), .step) }
    /// Silence before its first byte.
    public static func delay(_ time: Duration) -> AnswerOption { AnswerOption("delay", .string(time.words), .step) }
    /// A further field of a reply, such as `html`, `framing` or `chunks`, or a further parameter of a failure.
    public static func field(_ name: String, _ value: JSON) -> AnswerOption { AnswerOption(name, value) }

    var isOfStep: Bool { kind == .step }
    var isOfSpoiledReply: Bool { kind == .header || ["json", "text", "base64", "status", "headers"].contains(name) }

    func write(to members: inout JSON.Members) {
        switch kind {
        case .step: break
        case .field: members[name] = value
        case .header:
            var headers = members["headers"]?.object ?? [:]
            switch headers[name] {
            case nil: headers[name] = value
            case .array(let values): headers[name] = .array(values + [value])
            case .some(let first): headers[name] = [first, value]
            }
            members["headers"] = .object(headers)
        }
    }
}
