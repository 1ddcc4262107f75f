/// The engine's decision on a request.
public enum EngineDecision: Sendable {
    /// Cannot be decided before the request's body is complete.
    case needsBody
    case answer(EngineAnswer)
    /// No rule matches, and the system has no answer.
    case unmatched(EngineMiss)
    /// The hits are taken, and the answer waits for variables: `TakenRequest.hold` tells how long, and `endWait` and
    /// `decide` make it afterwards.
    case waits(TakenRequest)
    /// The hits are taken, and making the answer may take longer than a moment: `TakenRequest.decide` makes it, on another
    /// thread.
    case takesLong(TakenRequest)
}
