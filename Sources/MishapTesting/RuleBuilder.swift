import Foundation

/// A rule that the gateway does not have yet: which requests get which answers. Each `reply`, `fail` or `passes` adds
/// an answer: the first request gets the first one, and so on, and the last one stays, unless it has `times`: then the rule
/// takes no more. `add` sends it.
///
///     let orders = try await mishap.post("/orders").fail(.status(503), .header("Retry-After", "1")).reply(201).add()
public struct RuleBuilder: Sendable {
    private let mishap: Mishap
    private var rule = JSON.Members()
    private var match = JSON.Members()
    private var answers: [Answer] = []
    /// What is wrong, for `add` to throw.
    private var problem: MishapError?

    init(_ mishap: Mishap, method: String?, path: String?, _ conditions: [Match]) {
        self.mishap = mishap
        match["method"] = method.map { .string($0) }
        match["path"] = path.map { .string($0) }
        do {
            for condition in conditions { try condition.write(to: &match, rule: &rule) }
        } catch {
            problem = error as? MishapError
        }
    }

    // MARK: Answers

    /// Answers so.
    public func reply(_ status: Int, _ options: AnswerOption...) -> RuleBuilder { adding(.reply(status, options)) }

    /// Answers so, with status 200.
    public func reply(_ options: AnswerOption...) -> RuleBuilder { adding(.reply(200, options)) }

    /// The same, with options that are there as a list.
    public func reply(_ status: Int, _ options: [AnswerOption]) -> RuleBuilder { adding(.reply(status, options)) }

    /// The same, with status 200.
    public func reply(_ options: [AnswerOption]) -> RuleBuilder { adding(.reply(200, options)) }

    /// Fails so. Of a failure that spoils a reply, `json`, `text`, `body`, `status` and `header` are that reply's.
    public func fail(_ failure: Failure, _ options: AnswerOption...) -> RuleBuilder { adding(.fail(failure, options)) }

    /// The same, with options that are there as a list.
    public func fail(_ failure: Failure, _ options: [AnswerOption]) -> RuleBuilder { adding(.fail(failure, options)) }

    /// Counts the request, and lets the rules below answer it.
    public func passes(_ options: AnswerOption...) -> RuleBuilder { adding(.passes(options)) }

    /// Lets the last answer wait.
    public func delay(_ time: Duration) -> RuleBuilder { changing("delay", .string(time.words)) }

    /// Lets the last answer wait for a time between these, by the seed.
    public func delay(_ times: ClosedRange<Duration>) -> RuleBuilder {
        changing("delay", ["uniform": [.string(times.lowerBound.words), .string(times.upperBound.words)]])
    }

    /// How a cut answer ends: by a FIN, by an RST, or not at all.
    public enum CutEnd: String, Sendable { case close, reset, stall }

    /// Ends the last answer there.
    public func cut(after position: Position, end: CutEnd) -> RuleBuilder {
        changing("cut", ["after": position.json, "end": .string(end.rawValue)])
    }

    private func adding(_ answer: Answer) -> RuleBuilder {
        var builder = self
        builder.answers.append(answer)
        return builder
    }

    private func changing(_ field: String, _ value: JSON) -> RuleBuilder {
        var builder = self
        if answers.isEmpty {
            builder.problem = MishapError(
                "\(field)() is about the answer before it: call reply(), fail() or passes() first")
        } else {
            builder.answers[answers.count - 1].step[field] = value
        }
        return builder
    }

    // MARK: What becomes of it

    /// The rule as it is sent.
    var json: JSON {
        var whole = rule
        whole["name"] = nil
        // A last answer that is given so many times leaves further requests to the rules below.
        if whole["atEnd"] == nil, answers.last?.step["times"] != nil { whole["atEnd"] = "pass" }
        whole["match"] = .object(match)
        whole["steps"] = .array(answers.map { .object($0.step) })
        return .object(whole)
    }

    /// Gives the gateway the rule, above all that it has. The next request gets its answer.
    @discardableResult
    public func add() async throws -> Rule {
        if let problem { throw problem }
        let what = "\(match["method"]?.string ?? "any") \(match["path"].map { $0.string ?? $0.description } ?? "")"
        let given = rule["name"]?.string
        let name = try mishap.name(
            for: given ?? what.trimmingCharacters(in: .whitespaces), isGiven: given != nil)
        try await mishap.add(json, name: name)
        return Rule(mishap, name: name)
    }

    /// Expects this of requests like that, whichever rules take them: it adds no rule, and is for a builder without
    /// answers.
    public func expect(_ expectation: MishapExpectation...) async throws {
        if let problem { throw problem }
        guard answers.isEmpty else { throw MishapError("expect() of a rule with answers comes after add()") }
        guard rule.isEmpty else {
            throw MishapError("\"\(rule.names[0])\" is of a rule, and without an answer there is none")
        }
        try await mishap.expect(try MishapExpectation.json(of: expectation, about: ["match": .object(match)]))
    }
}

extension Mishap {
    /// A rule for GET: a `path` as in a scenario, and what else must hold, such as `.query("page", "2")`.
    public func get(_ path: String, _ match: Match...) -> RuleBuilder {
        RuleBuilder(self, method: "GET", path: path, match)
    }

    public func post(_ path: String, _ match: Match...) -> RuleBuilder {
        RuleBuilder(self, method: "POST", path: path, match)
    }

    public func put(_ path: String, _ match: Match...) -> RuleBuilder {
        RuleBuilder(self, method: "PUT", path: path, match)
    }

    public func patch(_ path: String, _ match: Match...) -> RuleBuilder {
        RuleBuilder(self, method: "PATCH", path: path, match)
    }

    public func delete(_ path: String, _ match: Match...) -> RuleBuilder {
        RuleBuilder(self, method: "DELETE", path: path, match)
    }

    /// A rule for requests of each method.
    public func any(_ path: String, _ match: Match...) -> RuleBuilder {
        RuleBuilder(self, method: nil, path: path, match)
    }

    /// A rule for all requests that are so, and without conditions for all of them.
    public func any(_ match: Match...) -> RuleBuilder { RuleBuilder(self, method: nil, path: nil, match) }
}
