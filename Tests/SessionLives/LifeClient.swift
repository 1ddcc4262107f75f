/// One client: a connection for the requests of its lives, and one for the calls about them, as the code under test and
/// its test have.
struct LifeClient {
    private let requests: LifeConnection
    private let calls: LifeConnection

    /// How the requests of a life reach its session.
    private enum Way: Int {
        case prefix, field, host
    }

    init(port: UInt16) throws(LifeError) {
        requests = try LifeConnection(port: port)
        calls = try LifeConnection(port: port)
    }

    /// Asks for a session, uses it, compares all that it has, and deletes it.
    func live(
        _ number: Int, client: Int, whole: Bool, _ look: SessionLives.Look, _ result: inout SessionLives.Result
    ) throws(LifeError) {
        let life = Life(number, client: client)
        let id = try ask(for: life, whole: whole)
        let way = Way(rawValue: number % 3) ?? .prefix
        for (index, step) in LifeScenario.requests.enumerated() {
            try send(step, index + 1, of: life, to: id, by: way)
            result.answered += 1
            if index + 1 == LifeScenario.lastBeforeAdvance {
                _ = try calls.ask("POST", "/__mishap/sessions/\(id)/clock", #"{"advance":"\#(life.advance)s"}"#)
                    .expect(200, "to advance the clock of \(life.label)")
            }
        }
        try life.compare(session: calls.ask("GET", "/__mishap/sessions/\(id)").expect(200, "about \(life.label)"))
        switch look {
        case .journal: result.entries += try readJournal(of: life, id, by: way, &result)
        case .verdict: result.entries += try judge(life, id)
        }
        _ = try calls.ask("DELETE", "/__mishap/sessions/\(id)").expect(200, "to delete \(life.label)")
        result.lives += 1
    }

    private func ask(for life: Life, whole: Bool) throws(LifeError) -> String {
        let scenario = whole ? LifeScenario.text : "\"\(LifeScenario.name)\""
        let body =
            #"{"scenario":\#(scenario),"label":"\#(life.label)","variables":{"given":"\#(life.label)"}}"#
        let answer = try calls.ask("POST", "/__mishap/sessions", body).expect(201, "for the session of \(life.label)")
        guard let id = JSONSkim(answer)["id"]?.string else { throw LifeError("no id in \(text(answer))") }
        return id
    }

    private func send(
        _ step: LifeScenario.Step, _ number: Int, of life: Life, to id: String, by way: Way
    ) throws(LifeError) {
        let body = life.body(number)
        let answer =
            switch way {
            case .prefix: try requests.ask(step.method, "/@\(id)\(step.path)", body, type: nil)
            case .field: try requests.ask(step.method, step.path, field: "Mishap-Session: \(id)", body, type: nil)
            case .host: try requests.ask(step.method, step.path, host: "\(id).localhost", body, type: nil)
            }
        try life.compare(
            step, number, with: answer.expect(step.status, "to \(step.method) \(step.path) of \(life.label)"))
    }

    /// Asks for the verdict, which is about all requests.
    private func judge(_ life: Life, _ id: String) throws(LifeError) -> Int {
        let answer = try calls.ask("GET", "/__mishap/sessions/\(id)/verdict?settle=0")
            .expect(200, "for the verdict on \(life.label)")
        let verdict = JSONSkim(answer)
        guard verdict["outcome"]?.string == "passed", verdict["final"]?.raw.elementsEqual("true".utf8) == true,
            verdict["expectations"]?.elements.count == LifeScenario.expectations
        else { throw LifeError("the verdict on \(life.label):\n\(text(answer))") }
        return LifeScenario.requests.count
    }

    /// Reads the journal until all entries have ended: the last bytes of an answer come a little before its entry ends.
    private func readJournal(
        of life: Life, _ id: String, by way: Way, _ result: inout SessionLives.Result
    ) throws(LifeError) -> Int {
        for _ in 0..<1_000 {
            let journal = try calls.ask("GET", "/__mishap/sessions/\(id)/journal").expect(200, "of \(life.label)")
            if let count = try life.compare(journal: journal, prefix: way == .prefix ? "/@\(id)" : "") { return count }
            result.readAgain += 1
        }
        throw LifeError("the entries of \(life.label) do not end")
    }
}
