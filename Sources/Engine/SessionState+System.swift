internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// The state of the session's system.
extension SessionState {
    /// Applies a call to the system's state. Returns the system's answer, which may be large: it is made when the
    /// function is called, after the session's lock is released. Nil if there is no state.
    func ownAnswer(to call: Call, _ request: Request, _ clock: EngineClock) -> (() -> Reply?)? {
        let context = context(request, clock)
        var call = call
        scenario.dialect.prepare(&call, of: request)
        guard let answer = shared?.withLock({ $0.system?.answer(call, in: context) }) else { return nil }
        return { answer.reply(in: context) }
    }

    /// The script of that answer if it was laid out before and does not depend on the request.
    func keptAnswer(to call: Call, _ request: Request, _ clock: EngineClock) -> WireScript? {
        shared?.withLock { $0.system?.kept(call, in: context(request, clock), number: SessionScripts.nextNumber) }
    }

    /// Bytes of the state beyond the initial ones, which all sessions share.
    public var systemBytes: Int {
        let held = shared?.withLock { $0.system?.usedBytes } ?? 0
        return max(0, held - (scenario.dialect.state?.usedBytes ?? 0))
    }

    /// Clock and seed of the session for such an answer; no variables, since the lock on them is held.
    func context(_ request: Request, _ clock: EngineClock) -> AnswerContext {
        AnswerContext(
            request, wallMilliseconds: clock.wallMilliseconds, monotonic: clock.monotonic,
            key: DrawKey(seed: seed, rule: []))
    }
}
