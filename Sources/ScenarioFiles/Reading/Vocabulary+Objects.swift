internal import Catalogue

/// The objects of a scenario file.
extension Vocabulary {
    static let scenario = Vocabulary(.scenario)
    static let rule = Vocabulary(.rule, ofSystem: { step.fields(of: $0) })
    static let rateLimit = Vocabulary(.rateLimit)
    static let atOnceLimit = Vocabulary(.atOnceLimit)
    static let match = Vocabulary(.match, ofSystem: { $0.matchFields.map(\.name) })
    static let tlsMatch = Vocabulary(.tlsMatch)
    static let value = Vocabulary(.textValue)
    static let fieldValue = Vocabulary(.fieldValue)
    static let bytesValue = Vocabulary(.bytesValue)
    static let jsonValue = Vocabulary(.jsonValue)
    static let valueCount = Vocabulary(.valueCount)
    static let containedBytes = Vocabulary(.containedBytes)
    static let formPart = Vocabulary(.formPart)
    static let step = Vocabulary(.step, ofSystem: { $0.stateSyntax.map { [$0.name] } ?? [] })
    static let reply = Vocabulary(.reply, ofSystem: { $0.successField.map { [$0] } ?? [] })
    static let interim = Vocabulary(.interim)
    static let chunk = Vocabulary(.chunk)
    static let fieldBytes = Vocabulary(.fieldBytes)
    static let raw = Vocabulary(.raw)
    static let delay = Vocabulary(.delay)
    static let until = Vocabulary(.until)
    static let lognormal = Vocabulary(.lognormal)
    static let pace = Vocabulary(.pace)
    static let keepAlive = Vocabulary(.keepAlive)
    static let connection = Vocabulary(.connection)
    static let connectionTLS = Vocabulary(.connectionTLS)
    static let cut = Vocabulary(.cut)
    static let cutPlace = Vocabulary(.cutPlace)
    static let size = Vocabulary(.size)
    static let encoding = Vocabulary(.encoding)
}

/// The vocabularies that depend on the system, made once for a file. A class, since they are looked at for every object.
final class SystemVocabularies: Sendable {
    let rule: Vocabulary
    let step: Vocabulary
    let match: Vocabulary
    let reply: Vocabulary

    static let plain = SystemVocabularies(PlainHTTP())

    init(_ dialect: any Dialect) {
        rule = .rule.with(dialect)
        step = .step.with(dialect)
        match = .match.with(dialect)
        reply = .reply.with(dialect)
    }
}
