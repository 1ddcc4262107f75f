public import Wire

/// A failure without a rule, a session or a reply of a step, for `fail/NAME` and the field `Mishap-Fail`.
///
/// Made once for each failure and arguments that are used.
public final class StandaloneFailure: Sendable {
    /// The name in the request, which may be that of an entry with causes: several names can lead to the same failure
    /// with different parameters.
    public let name: String
    private let prepared: PreparedFailure
    private let dialect: (any Dialect)?
    private let stock: Reply?
    private let needsBatch: Bool

    /// `dialect` is that of the failure's system. Without arguments it has the defaults.
    public init(
        _ failure: Failure, _ arguments: Arguments? = nil, spoiling stock: Reply? = nil, named name: String? = nil,
        in dialect: (any Dialect)?
    ) {
        self.name = name ?? failure.name
        prepared = failure.prepared(arguments ?? Arguments(of: failure))
        self.dialect = dialect
        self.stock = stock ?? failure.stock
        needsBatch = failure.needsBatch
    }

    /// Whether it has the same effect on all requests.
    public var isConstant: Bool {
        switch prepared {
        case .reply, .ending, .spoiler, .connection: dialect == nil
        case .replyToRequest, .replyToCall: false
        }
    }

    /// Whether settings of a system with this name change it.
    public func isOfSystem(_ name: String) -> Bool { dialect?.name == name }

    /// Whether its effect depends on the body of the request.
    public func needsBody(of request: Request) -> Bool { dialect?.needsBody(of: request) ?? false }

    /// Whether it answers a call of its system.
    public var readsCalls: Bool { dialect != nil }

    /// The script that is sent for a request.
    public func script(for request: Request, at wallMilliseconds: Int64 = 0, number: UInt64 = 0) -> WireScript {
        prepared.script(
            for: request, in: dialect, beside: { self.success(for: $0, request) ?? PlainHTTP().stockSuccess },
            at: wallMilliseconds, number: number)
    }

    /// The reply that a spoiler changes: if the request can be read by the failure's system, a success for its call.
    private func success(for call: Call?, _ request: Request) -> Reply? {
        guard let dialect, let call, call.isWhole || !needsBatch else { return stock }
        return dialect.wrap(dialect.stockSuccess, for: call, in: AnswerContext(request)) ?? stock
    }
}
