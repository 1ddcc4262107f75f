internal import Bytes
internal import JSONText
internal import Wire

/// The key that hits are counted by, and the rate limit.
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
            case "then": then = stepOverRate(member.value)
            default: break
            }
        }
        let given = Set(members.map(\.name))
        if ["allow", "per"].contains(where: { !given.contains($0) && !isMisspelt($0, members, .rateLimit) }) {
            error(node.range, "\"rateLimit\" needs \"allow\" and \"per\"")
        }
        if !given.contains("then") { then = stepOverRate(Self.tooManyRequests(node.range)) }
        guard let allow, let per, let then else { return nil }
        return RateLimit(allow: allow, per: per, then: then)
    }

    /// The step for requests over the limit, if none is given.
    private static func tooManyRequests(_ range: Range<Int>) -> JSONNode {
        let name = JSONNode(range: range, value: .string(Array("http/status/429".utf8)))
        return JSONNode(
            range: range, value: .object([JSONMember(name: "fail", nameRange: range, value: name)]))
    }

    private func stepOverRate(_ node: JSONNode) -> CompiledRule? {
        guard let read = StepReader(self, number: StepReader.overRateNumber, .overRate).read(node) else { return nil }
        // A step that passes requests on may add a pace or a cut to answers of the rules below.
        if read.step.mayPass { fileReader.keepsReplies = true }
        return CompiledRule(name: name + "\0then", steps: [read.step], times: [1], seed: seed)
    }
}
