import Catalogue
import Wire

/// A system of letters: `GET /a` asks for an a, `POST /` with `abc` for three letters at once.
struct Letters: Dialect {
    enum Field: Int, CaseIterable {
        case letter, batch

        var matchField: MatchField {
            switch self {
            case .letter:
                MatchField("letter", "The letter that is asked for.", isOfElement: true) { value, _ in
                    value.utf8.count == 1
                        ? nil : MatchField.ValueProblem("is one letter", meant: String(value.prefix(1)))
                }
            case .batch: MatchField("batch", "Takes several letters as one request.", kind: .batch)
            }
        }
    }

    var areCapitals = false

    var name: String { "letters" }
    var readsBody: Bool { true }
    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.letter.rawValue }
    var stockSuccess: Reply { Reply(status: 200, contentType: "text/plain", text: "a letter") }
    var settings: [Setting] {
        [Setting("capitals", .flag, "Whether letters come back as capitals.", standard: .flag(false))]
    }

    func with(_ settings: Settings) -> any Dialect { Letters(areCapitals: settings.flag("capitals") ?? false) }

    func read(_ request: Request) -> Reading {
        guard !request.body.isEmpty else {
            guard let letter = request.head[request.path].dropFirst().first else {
                return .unreadable(Reply(status: 400, contentType: "text/plain", text: "no letter"))
            }
            return .call(call(letter))
        }
        let calls = request.body.map { call($0) }
        let whole = Call(
            fields: CallFields([Field.batch: Array("true".utf8)]), payload: Payload(Letter(text: "several")),
            isWhole: true, count: calls.count)
        return .batch(whole, calls)
    }

    private func call(_ letter: UInt8) -> Call {
        let text = String(decoding: [letter], as: UTF8.self)
        return Call(
            fields: CallFields([Field.letter: [letter], .batch: Array("false".utf8)]),
            payload: Payload(Letter(text: areCapitals ? text.uppercased() : text)))
    }

    /// What was read says whether it was one letter.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        let texts = answers.map { $0.map { String(decoding: $0.content, as: UTF8.self) } ?? "-" }
        guard reading.isBatch else { return answers.first.flatMap(\.self) ?? stockSuccess }
        return Reply(status: 200, contentType: "text/plain", text: texts.joined(separator: "+"))
    }

    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        Reply(status: 404, contentType: "text/plain", text: "no \(call.letter?.text ?? "?")")
    }
}

/// What the system alone knows of a call.
struct Letter: Sendable {
    let text: String
}

extension Call {
    var letter: Letter? { (payload as? Payload<Letter>)?.value }
}
