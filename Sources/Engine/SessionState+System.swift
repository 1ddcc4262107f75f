internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// What the session's system remembers by itself.
extension SessionState {
    /// The system's answer to a call, which it may remember. What may become large of it is made when the session's lock
    /// was given back.
    func ownAnswer(to call: Call, _ request: Request, _ clock: EngineClock) -> Reply? {
        let context = context(request, clock)
        var call = call
        scenario.dialect.prepare(&call, of: request)
        return shared?.withLock { $0.system?.answer(call, in: context) }?.reply(in: context)
    }

    /// Where that was laid out before, and nothing of the request changes it.
    func keptAnswer(to call: Call, _ request: Request, _ clock: EngineClock) -> WireScript? {
        shared?.withLock { $0.system?.kept(call, in: context(request, clock), number: SessionScripts.nextNumber) }
    }

    /// Bytes that it holds beyond those that it began with, which all sessions share.
    public var systemBytes: Int {
        let held = shared?.withLock { $0.system?.usedBytes } ?? 0
        return max(0, held - (scenario.dialect.state?.usedBytes ?? 0))
    }

    /// What such an answer may take from the session: its clock and its seed, but no variables, whose lock it is under.
    func context(_ request: Request, _ clock: EngineClock) -> AnswerContext {
        AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, monotonic: clock.monotonic,
            key: DrawKey(seed: seed, rule: []))
    }
}
