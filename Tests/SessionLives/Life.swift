/// What one session must have: all of it has its label or a number of its own, so that what is another's is seen.
struct Life {
    let label: String
    /// Seconds by which its clock is advanced.
    let advance: Int

    init(_ number: Int, client: Int) {
        label = "life \(number) of client \(client)"
        advance = 10 + number % 100_000
    }

    /// The body of a request, whose number is counted from 1.
    func body(_ number: Int) -> String { "\(label) #\(number)" }

    func compare(_ step: LifeScenario.Step, _ number: Int, with body: [UInt8]) throws(LifeError) {
        let expected: String
        switch step.body {
        case .any: return
        case .text(let text): expected = text
        case .label: expected = label
        case .same(let number): expected = self.body(number)
        case .hit(let hit, let isEchoed):
            expected = "\(hit) \(self.body(1))" + (isEchoed ? " " + self.body(number) : "")
        case .seconds:
            expected = String(LifeScenario.start + (number > LifeScenario.lastBeforeAdvance ? advance : 0))
        }
        guard body.elementsEqual(expected.utf8) else {
            throw LifeError(
                "\(step.method) \(step.path), number \(number) of \(label), is answered with\n\(text(body))\nand not\n"
                    + expected)
        }
    }

    /// Compares what `GET sessions/{id}` says.
    func compare(session: [UInt8]) throws(LifeError) {
        let document = JSONSkim(session)
        func check(_ holds: Bool?, _ what: String) throws(LifeError) {
            guard holds == true else { throw LifeError("the \(what) of \(label):\n\(text(session))") }
        }
        try check(document["label"]?.isText(label), "label")
        try check(document["requests"]?.isNumber(LifeScenario.requests.count), "number of requests")
        try check(document["unmatched"]?.isNumber(0), "unmatched requests")
        try check(document["variables"]?["mine"]?.isText(body(1)), "variable")
        try check(document["variables"]?["given"]?.isText(label), "variable")
        let rules = document["rules"]?.elements ?? []
        try check(rules.count == LifeScenario.hits.count, "rules")
        for (rule, (name, hits)) in zip(rules, LifeScenario.hits) {
            try check(rule["name"]?.isText(name), "rules")
            try check(rule["hits"]?.isNumber(hits), "hits")
        }
    }

    /// Compares the journal: each request is there, once, with its bytes. Returns the number of entries, nil if not all
    /// of them have ended. `prefix` is that of the targets.
    func compare(journal: [UInt8], prefix: String) throws(LifeError) -> Int? {
        let document = JSONSkim(journal)
        guard let entries = document["entries"]?.elements, document["evicted"]?.isNumber(0) == true else {
            throw LifeError("the journal of \(label):\n\(text(journal))")
        }
        let ended = entries.filter { $0["ending"]?.isNull == false }
        if ended.count < LifeScenario.requests.count { return nil }
        guard entries.count == LifeScenario.requests.count else {
            throw LifeError("the journal of \(label) has \(entries.count) entries:\n\(text(journal))")
        }
        for (index, (entry, step)) in zip(entries, LifeScenario.requests).enumerated() {
            let isSame =
                entry["seq"]?.isNumber(index + 1) == true && entry["body"]?.isText(body(index + 1)) == true
                && entry["method"]?.isText(step.method) == true
                && (entry["rawTarget"] ?? entry["target"])?.isText(prefix + step.path) == true
                && Self.is(entry["rule"], step.rule) && Self.is(entry["hit"], step.hit)
                && entry["sent"]?["status"]?.isNumber(step.status) == true
                && entry["ending"]?.isText("complete") == true
            guard isSame else {
                throw LifeError("entry \(index + 1) in the journal of \(label):\n\(text(entry.raw))")
            }
        }
        return entries.count
    }

    private static func `is`(_ value: JSONSkim?, _ name: String?) -> Bool {
        if let name { value?.isText(name) == true } else { value?.isNull == true }
    }

    private static func `is`(_ value: JSONSkim?, _ number: Int?) -> Bool {
        if let number { value?.isNumber(number) == true } else { value?.isNull == true }
    }
}
