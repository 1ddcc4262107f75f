public import Wire

/// A failure on its own, with its parameters as they stand: no rule, no session, no reply beside it.
///
/// Made once for each failure that is asked for; a request is read by the failure's system once.
public final class StandaloneFailure: Sendable {
    /// What it was asked for by, which tells several apart that come to the same failure with other parameters.
    public let name: String
    private let prepared: PreparedFailure
    private let dialect: (any Dialect)?
    private let stock: Reply?
    private let needsBatch: Bool

    /// `dialect` is that of the failure's system.
    public init(_ failure: Failure, named name: String? = nil, in dialect: (any Dialect)?) {
        self.name = name ?? failure.name
        prepared = failure.prepared(Arguments(of: failure))
        self.dialect = dialect
        stock = failure.stock
        needsBatch = failure.needsBatch
    }

    /// Whether it does the same to every request.
    public var isConstant: Bool {
        switch prepared {
        case .reply, .ending, .spoiler: dialect == nil
        case .replyToRequest, .replyToCall: false
        }
    }

    /// Whether what it does depends on the body of the request.
    public func needsBody(of request: Request) -> Bool { dialect?.needsBody(of: request) ?? false }

    /// What goes onto the wire.
    public func script(for request: Request, at wallMilliseconds: Int64 = 0, number: UInt64 = 0) -> WireScript {
        prepared.script(
            for: request, dialect?.read(request).whole,
            beside: { self.success(for: $0, request) ?? PlainHTTP().stockSuccess }, at: wallMilliseconds,
            number: number)
    }

    /// What a spoiler spoils: for a request that may be one of its system's, the answer to that.
    private func success(for call: Call?, _ request: Request) -> Reply? {
        guard let dialect, let call, call.isWhole || !needsBatch else { return stock }
        return dialect.wrap(dialect.stockSuccess, for: call, in: AnswerContext(request)) ?? stock
    }
}
