import Catalogue
import Engine
import HTTP1
import Mishap
import Rules
import ScenarioFiles
internal import Systems
import Wire

/// What the loader makes of one input: a scenario that decides requests, or diagnostics, and nothing else.
struct Trial {
    /// The diagnostics, as somebody would see them.
    let words: String
    let isLoaded: Bool
    /// Requests that the scenario answered.
    let answers: Int

    /// Files that a scenario may name.
    struct Files: ScenarioSource {
        func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { .failure(.missing) }
        func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
            path.hasSuffix("/a") || path.hasSuffix("a.html") ? .success(Array("<p>hello</p>".utf8)) : .failure(.missing)
        }
    }

    init(_ input: [UInt8]) throws(FuzzError) {
        var numbering = ScriptNumbering()
        let loader = ScenarioLoader(source: Files(), patterns: PCRE2Compiler(), encoder: ZlibEncoder(), failures: .all)
        let result = loader.load(input, name: "fuzz", file: "scenarios/fuzz.json", numbering: &numbering)
        words = result.text
        isLoaded = !result.scenarios.isEmpty
        guard isLoaded == !result.hasErrors else { throw FuzzError("neither loaded nor refused") }
        if result.hasErrors, words.isEmpty { throw FuzzError("refused without a word") }
        answers = result.scenarios.reduce(0) { $0 + Self.decide($1) }
    }

    private static func decide(_ scenario: CompiledScenario) -> Int {
        let state = SessionState(scenario)
        var answers = 0
        for round in 0..<2 {
            let clock = EngineClock(
                wallMilliseconds: 1_900_000_000_000, monotonic: UInt64(round) * 2_000_000_000)
            for request in requests() {
                let isComplete = request.isBodyComplete
                request.isBodyComplete = false
                var decision = Engine.decide(request, scenario: scenario, state: state, clock: clock)
                request.isBodyComplete = isComplete
                if case .needsBody = decision {
                    decision = Engine.decide(request, scenario: scenario, state: state, clock: clock)
                }
                switch decision {
                case .answer(let answer):
                    encode(answer.plan.script, isHead: request.isHead)
                    answers += 1
                case .unmatched: _ = NearMiss.nearest(request, scenario)
                case .waits(let taken), .takesLong(let taken):
                    if taken.hold != nil { taken.endWait(state, at: clock) }
                    if case .answer(let answer) = taken.decide().decision {
                        encode(answer.plan.script, isHead: request.isHead)
                        answers += 1
                    }
                case .needsBody: break
                }
            }
        }
        return answers
    }

    private static func requests() -> [Request] {
        let call = #"{"jsonrpc":"2.0","method":"ping","params":{"a":[1,null]},"id":1}"#
        return [
            .make("GET", "/"),
            .make("HEAD", "/a/1?q=x&q=y", fields: [("Host", "a"), ("Cookie", "c=1; token=x"), ("X-Id", "7")]),
            .make("POST", "/rpc", fields: [("Content-Type", "application/json")], body: Array(call.utf8)),
            .make(
                "POST", "/rpc", fields: [("Content-Type", "application/json")], body: Array("[\(call),\(call)]".utf8)),
            .make(
                "POST", "/a", fields: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("f=1&g=%41".utf8)),
        ]
    }

    /// The first pieces of what goes out.
    private static func encode(_ script: WireScript, isHead: Bool) {
        var encoder = HTTP1Encoder(script: script, isHead: isHead, setting: HTTP1Head.Setting())
        var buffer: [UInt8] = []
        for _ in 0..<16 {
            buffer.removeAll(keepingCapacity: true)
            switch encoder.fill(&buffer) {
            case .more, .wait, .limit: continue
            case .starved, .end: return
            }
        }
    }
}
