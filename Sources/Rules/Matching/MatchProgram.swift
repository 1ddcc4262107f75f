internal import Bytes
internal import Catalogue
internal import Wire

/// The match of a rule, beyond what the index compares; cheapest tests first.
public struct MatchProgram: Sendable {
    public enum Path: Sendable, Hashable {
        case any
        /// A canonical path; the index has compared it already.
        case literal([UInt8])
        case template(PathTemplate)
    }

    /// A named value and its tests: a query field, a header field, or a field of the system's call.
    ///
    /// A class, so that iterating over the fields does not copy their matchers.
    public final class Field: Sendable {
        /// In lower case for header fields.
        public let name: [UInt8]
        /// Index among the fields of a call; 0 for other fields.
        let index: Int
        public let matcher: ValueMatcher

        public init(name: [UInt8], index: Int = 0, matcher: ValueMatcher) {
            self.name = name
            self.index = index
            self.matcher = matcher
        }
    }

    public var path = Path.any
    /// A path by which the index finds the rule, where the match tells it otherwise: what the index compares of it is
    /// compared again by a condition.
    public var indexPath: Path?
    /// The path as in the scenario.
    public var pathText = ""
    public var methods = MethodSet()
    public var headers: [Field] = []
    public var query: [Field] = []
    public var call: [Field] = []
    /// Whether it takes a batch as one request, and never one of its calls.
    public var takesBatch = false
    /// Conditions that read the body come last.
    public var conditions: [Condition] = []

    public init() {}

    /// Removes the fields that depend on variables, or whose values are tested together, and returns them as conditions: the
    /// former are evaluated with the variables.
    public mutating func takeConditionsOfFields() -> [Condition] {
        func isCondition(_ field: Field) -> Bool { field.matcher.readsVariables || field.matcher.isOfAllValues }
        let conditions: [Condition] =
            headers.filter(isCondition).map { .test(.value(.header, $0)) }
            + query.filter(isCondition).map { .test(.value(.query, $0)) }
            + call.filter(isCondition).map { .test(.value(.call, $0)) }
        headers.removeAll(where: isCondition)
        query.removeAll(where: isCondition)
        call.removeAll(where: isCondition)
        return conditions
    }

    /// Whether it takes every request.
    public var isUnconditional: Bool {
        path == .any && methods.isAny && headers.isEmpty && query.isEmpty && call.isEmpty && conditions.isEmpty
    }

    /// Whether it asks for the method OPTIONS by name.
    var namesOptions: Bool { methods.namesOptions }

    /// The bits of the methods if nothing but the method is left to compare after the index; otherwise nil.
    var methodMask: UInt16? {
        if case .template = path { return nil }
        return headers.isEmpty && query.isEmpty && call.isEmpty && conditions.isEmpty ? methods.mask : nil
    }

    /// Whether it has conditions that need a `RequestContent`: all but tests of the path and the target.
    var readsContent: Bool { conditions.contains { !$0.isOfTarget } }

    /// Whether everything holds. A literal path counts as equal: the index has compared it.
    ///
    /// `assuming` is the outcome of conditions that read the body, while the body is incomplete.
    func holds(
        _ request: Request, _ requestPath: RequestPath, _ requestCall: Call?, _ content: RequestContent?,
        assuming: Bool = true, _ budget: inout MatchBudget
    ) -> Bool {
        if !methods.holds(request) { return false }
        if case .template(let template) = path, !template.matches(requestPath.storage, requestPath.range) {
            return false
        }
        for field in headers where !holdsOnce(field, content, &budget, { holdsHeader(field, request, &$0) }) {
            return false
        }
        for field in query where !holdsOnce(field, content, &budget, { holdsQuery(field, request, &$0) }) {
            return false
        }
        for field in call where !holdsCall(field, requestCall, &budget) { return false }
        if conditions.isEmpty { return true }
        guard let content else { return holdsTarget(request, requestPath, &budget) }
        for condition in conditions
        where !holds(condition, request, requestPath, requestCall, content, assuming: assuming, &budget) {
            return false
        }
        return true
    }

    private func holdsOnce(
        _ field: Field, _ content: RequestContent?, _ budget: inout MatchBudget, _ judge: (inout MatchBudget) -> Bool
    ) -> Bool {
        guard let content else { return judge(&budget) }
        return content.once(field.matcher, &budget, judge)
    }

    func holdsHeader(_ field: Field, _ request: Request, _ budget: inout MatchBudget) -> Bool {
        var isThere = false
        for index in 0..<request.fieldCount where request.isField(index, named: field.name) {
            isThere = true
            if field.matcher.isAbsent { return false }
            if field.matcher.holds(request.head[request.fieldValue(index)], &budget) { return true }
        }
        return !isThere && field.matcher.isAbsent
    }

    func holdsQuery(_ field: Field, _ request: Request, _ budget: inout MatchBudget) -> Bool {
        let query = request.decodedQuery
        if field.matcher.isAbsent { return query.first(field.name) == nil }
        var index = 0
        while let value = query.next(field.name, from: &index) {
            if field.matcher.holds(value, &budget) { return true }
        }
        return false
    }

    func holdsCall(_ field: Field, _ call: Call?, _ budget: inout MatchBudget) -> Bool {
        guard let call else { return false }
        guard let value = call.fields[field.index] else { return field.matcher.isAbsent }
        return !field.matcher.isAbsent && field.matcher.holds(value[...], &budget)
    }
}
