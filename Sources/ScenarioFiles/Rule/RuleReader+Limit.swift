internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// The key that hits are counted by, and the limits.
extension RuleReader {
    func countBy(_ node: JSONNode) -> TextTemplate? {
        guard let text = TemplateReader(self).template(node, "\"countBy\"") else { return nil }
        if text.constant != nil {
            error(
                node.range, "\"countBy\" has no placeholder: all requests would be counted together",
                hint: "it is such as \"{{request.path.id}}\"")
            return nil
        }
        if !text.dependsOnlyOnRequest {
            error(
                node.range,
                "\"countBy\" takes what the request or a variable says, and no {{hit}}, {{uuid}}, {{hex}} or {{now}}")
            return nil
        }
        return text
    }

    func rateLimit(_ node: JSONNode) -> RateLimit? {
        guard let members = object(node, .rateLimit, what: "\"rateLimit\"") else { return nil }
        var allow: UInt64?
        var per: Nanoseconds?
        var then: CompiledRule?
        for member in members {
            switch member.name {
            case "allow": allow = count(member.value, "\"allow\"", 1...1_000_000).map { UInt64($0) }
            case "per":
                per = duration(member.value, "\"per\"")
                if per == 0 { error(member.value.range, "\"per\" must be longer than nothing") }
            case "then": then = step(beyond: .rate, member.value)
            default: break
            }
        }
        let given = Set(members.map(\.name))
        if ["allow", "per"].contains(where: { !given.contains($0) && !isMisspelt($0, members, .rateLimit) }) {
            error(node.range, "\"rateLimit\" needs \"allow\" and \"per\"")
        }
        if !given.contains("then") { then = step(beyond: .rate, Self.failure(Limit.rate.failure, node.range)) }
        guard let allow, let per, let then else { return nil }
        return RateLimit(allow: allow, per: per, then: then)
    }

    func atOnce(_ node: JSONNode) -> AtOnceLimit? {
        guard let members = object(node, .atOnceLimit, what: "\"atOnce\"") else { return nil }
        var allow: Int?
        var then: CompiledRule?
        for member in members {
            switch member.name {
            case "allow": allow = count(member.value, "\"allow\"", 1...1_000_000)
            case "then": then = step(beyond: .atOnce, member.value)
            default: break
            }
        }
        let given = Set(members.map(\.name))
        if !given.contains("allow"), !isMisspelt("allow", members, .atOnceLimit) {
            error(node.range, "\"atOnce\" needs \"allow\"", hint: "it is such as { \"allow\": 2 }")
        }
        if !given.contains("then") { then = step(beyond: .atOnce, Self.failure(Limit.atOnce.failure, node.range)) }
        guard let allow, let then else { return nil }
        return AtOnceLimit(allow: allow, then: then)
    }

    /// A limit of a rule whose `then` answers what is beyond it.
    private enum Limit {
        case rate, atOnce

        /// The failure of the step if none is given.
        var failure: String { self == .rate ? "http/status/429" : "http/status/503" }
        /// Behind the rule's name, in the key of its draws.
        var key: String { self == .rate ? "\0then" : "\0atOnce" }
        var position: StepPosition { self == .rate ? .overRate : .crowded }
        var number: Int { self == .rate ? StepReader.overRateNumber : StepReader.crowdedNumber }
    }

    /// A step with a failure.
    private static func failure(_ name: String, _ range: Range<Int>) -> JSONNode {
        let name = JSONNode(range: range, value: .string(Array(name.utf8)))
        return JSONNode(
            range: range, value: .object([JSONMember(name: "fail", nameRange: range, value: name)]))
    }

    private func step(beyond limit: Limit, _ node: JSONNode) -> CompiledRule? {
        guard let read = StepReader(self, number: limit.number, limit.position).read(node) else { return nil }
        // A step that passes requests on may add a pace or a cut to answers of the rules below.
        if read.step.mayPass { fileReader.keepsReplies = true }
        return CompiledRule(name: name + limit.key, steps: [read.step], times: [1], seed: seed)
    }
}
