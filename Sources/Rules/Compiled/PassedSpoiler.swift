public import Catalogue
public import Wire

/// A spoiler beside `pass`, which changes whatever is answered below: a scripted reply, or the system's own answer.
public final class PassedSpoiler: Sendable {
    /// The failure's name.
    public let name: String
    private let arguments: StepArguments
    /// Whether it acts on the encoded body, if the reply has a coding.
    private let encodesFirst: Bool
    private let spoiling: @Sendable (Reply, Arguments, Call?) -> Reply?

    public init(
        _ name: String, _ arguments: StepArguments,
        _ spoiling: @escaping @Sendable (Reply, Arguments, Call?) -> Reply?, encodesFirst: Bool
    ) {
        self.encodesFirst = encodesFirst
        self.name = name
        self.arguments = arguments
        self.spoiling = spoiling
    }

    /// The arguments for a request, with the placeholders of the step.
    public func arguments(_ rendering: inout Rendering) -> Arguments { arguments.substituting(&rendering) }

    /// The reply as it is spoiled; nil if it cannot be: it is raw, has no body to spoil, or is not what the failure is
    /// about.
    public func spoiled(_ reply: Reply, _ arguments: Arguments, of call: Call?) -> Reply? {
        reply.raw == nil && reply.made == nil ? spoiling(encodesFirst ? reply.encoded : reply, arguments, call) : nil
    }
}
