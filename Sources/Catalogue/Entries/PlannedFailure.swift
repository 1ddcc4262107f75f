public import Wire

/// A failure that is known and not built yet, so that whoever names it is told what it waits for.
public struct PlannedFailure: Sendable, Hashable, CustomStringConvertible {
    public let name: String
    /// What it waits for, as a clause: "it needs HTTP/2".
    public let reason: String
    /// Nil if that is not decided.
    public let kind: Failure.Kind?
    /// What it will need of the path to the client, as far as that is known.
    public let pathNeeds: [PathNeed]
    /// The cause that was asked for, if the name has several.
    private let by: String?

    init(
        _ name: String, _ reason: String, _ kind: Failure.Kind? = nil, pathNeeds: [PathNeed] = [], by: String? = nil
    ) {
        self.name = name
        self.reason = reason
        self.kind = kind
        self.pathNeeds = pathNeeds
        self.by = by
    }

    public var description: String { "\(name) is not built yet: \(reason)" }

    /// What to tell the author of a rule that has it: what it waits for, and where it stands if no rule can have it.
    public var hintInRule: String {
        guard kind == .connection else { return reason }
        guard !name.hasPrefix("proxy/") else {
            return reason + "; it stands in \"connections\", or in a rule that matches \"method\": \"CONNECT\""
        }
        let with = by.map { ", \"with\": { \"by\": \"\($0)\" }" } ?? ""
        return reason
            + "; it happens before there is a request, so that it stands in no rule: \"connections\": "
            + "[{ \"fail\": \"\(name)\"\(with) }]"
    }

    /// The same failure under the name of one of its variants.
    func named(_ name: String) -> PlannedFailure { PlannedFailure(name, reason, kind, pathNeeds: pathNeeds) }
}
