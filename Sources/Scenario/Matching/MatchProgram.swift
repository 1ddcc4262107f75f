internal import Bytes
internal import Catalogue
internal import Wire

/// All that a rule asks of a request beyond its place in the index, cheapest first.
public struct MatchProgram: Sendable {
    /// Where the rule applies.
    enum Path: Sendable, Hashable {
        case any
        /// One path, canonical; the index has compared it already.
        case literal([UInt8])
        case template(PathTemplate)
    }

    /// A named value: a query field, a header field, or a field of the system's call.
    struct Field: Sendable {
        /// In lower case for header fields.
        let name: [UInt8]
        let matcher: ValueMatcher
    }

    var path = Path.any
    /// As the scenario writes the path.
    var pathWords = ""
    /// Empty where every method will do.
    var methods: [[UInt8]] = []
    var headers: [Field] = []
    var query: [Field] = []
    var call: [Field] = []

    /// Whether the index alone decides, and for every request.
    var isUnconditional: Bool {
        switch path {
        case .any: break
        case .literal: return false
        case .template(let template): guard template.isUnconditional else { return false }
        }
        return methods.isEmpty && headers.isEmpty && query.isEmpty && call.isEmpty
    }

    /// Whether everything holds. A literal path is taken to hold: the index has looked at it.
    public func holds(_ view: RequestView, _ overLimit: inout Bool) -> Bool {
        if !methods.isEmpty, !holdsMethod(view.request) { return false }
        if case .template(let template) = path, !template.matches(view.pathStorage, view.path) {
            return false
        }
        for field in headers where !holdsHeader(field, view.request, &overLimit) { return false }
        for field in query where !holdsQuery(field, view.request, &overLimit) { return false }
        for field in call where !holdsCall(field, view, &overLimit) { return false }
        return true
    }

    func holdsMethod(_ request: Request) -> Bool {
        if methods.isEmpty { return true }
        for method in methods where method.count == request.method.count && request.head[request.method].elementsEqual(method) {
            return true
        }
        return false
    }

    func holdsHeader(_ field: Field, _ request: Request, _ overLimit: inout Bool) -> Bool {
        var isThere = false
        for index in 0..<request.fieldCount where request.isField(index, named: field.name) {
            isThere = true
            if field.matcher.isAbsent { return false }
            if field.matcher.holds(request.head[request.fieldValue(index)], &overLimit) { return true }
        }
        return !isThere && field.matcher.isAbsent
    }

    func holdsQuery(_ field: Field, _ request: Request, _ overLimit: inout Bool) -> Bool {
        var isThere = false
        if let range = request.query {
            var fields = QueryFields(request.head, range)
            while let (name, value) = fields.next() {
                guard QueryFields.decode(request.head[name]).elementsEqual(field.name) else { continue }
                isThere = true
                if field.matcher.isAbsent { return false }
                if field.matcher.holds(QueryFields.decode(request.head[value]), &overLimit) { return true }
            }
        }
        return !isThere && field.matcher.isAbsent
    }

    func holdsCall(_ field: Field, _ view: RequestView, _ overLimit: inout Bool) -> Bool {
        guard let call = view.call else { return false }
        guard let value = call.fields[String(decoding: field.name, as: UTF8.self)] else {
            return field.matcher.isAbsent
        }
        return !field.matcher.isAbsent && field.matcher.holds(value[...], &overLimit)
    }
}
