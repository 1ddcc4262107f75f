internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// The state of the session's system.
extension SessionState {
    /// The system's answer to a call, which may change the system's state. Large replies are built after the session's
    /// lock is released.
    func ownAnswer(to call: Call, _ request: Request, _ clock: EngineClock) -> Reply? {
        let context = context(request, clock)
        var call = call
        scenario.dialect.prepare(&call, of: request)
        return shared?.withLock { $0.system?.answer(call, in: context) }?.reply(in: context)
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
