internal import Bytes
internal import JSONText
internal import Wire

/// Rules of one list that require different values of the same part of a request, found by the value.
///
/// It only narrows the candidates: every rule found is still compared in full, so a value may lead to a rule that does
/// not match, but never hides one that does.
final class ValueTable: Sendable {
    /// Buckets returned for one request at most. A request with values for more gets the list of all rules, which needs
    /// no merging.
    static let bucketLimit = 8

    let part: IndexedPart
    /// The methods of all its rules; a request with another method has no candidates here.
    let methods: MethodSet
    /// All rules of the table, in order.
    let all: RuleBucket
    private let buckets: ByteTable<RuleBucket>
    /// Length of the longest value in bytes; longer values of a request are not looked up.
    private let longest: Int

    init(_ part: IndexedPart, _ methods: MethodSet, all: RuleBucket, _ buckets: ByteTable<RuleBucket>) {
        self.part = part
        self.methods = methods
        self.all = all
        self.buckets = buckets
        var longest = 0
        buckets.forEachEntry { value, _ in longest = max(longest, value.count) }
        self.longest = longest
    }

    /// Buckets for the values of the request; a rule may be in several of them. Nil while the part has not been parsed:
    /// a body is parsed when a rule is compared, never for the table.
    func find(_ request: Request, _ path: RequestPath, _ content: RequestContent?) -> [RuleBucket]? {
        guard methods.holds(request) else { return [] }
        switch part {
        case .form where content?.isFormRead != true || !request.isBodyComplete: return nil
        case .json where content?.isJSONRead != true || !request.isBodyComplete: return nil
        case .json: return read(request, path, content)
        case .header, .query, .segment, .form: break
        }
        // The same for all calls of a batch.
        guard let parent = content?.parent else { return read(request, path, content) }
        let key = ObjectIdentifier(self)
        if let cached = parent.foundBuckets[key] { return cached }
        let found = read(request, path, content)
        parent.foundBuckets[key] = found
        return found
    }

    private func read(_ request: Request, _ path: RequestPath, _ content: RequestContent?) -> [RuleBucket] {
        var found: [RuleBucket] = []
        switch part {
        case .header(let name):
            for index in 0..<request.fieldCount where request.isField(index, named: name) {
                if !add(request.head[request.fieldValue(index)], &found) { break }
            }
        case .query(let name):
            let query = request.decodedQuery
            var index = 0
            while let value = query.next(name, from: &index) {
                if !add(value, &found) { break }
            }
        case .segment(let number):
            if let segment = path.segment(number) { _ = add(path.storage[segment], &found) }
        case .form(let name):
            for value in content?.formValues(name) ?? [] {
                if !add(value, &found) { break }
            }
        case .json(let pointer):
            guard let document = content?.json else { break }
            _ = pointer.contains(in: document) { !add($0.indexKey[...], &found) }
        }
        return found
    }

    /// Adds the bucket of a value; false if the list of all rules has replaced the buckets.
    private func add(_ value: ArraySlice<UInt8>, _ found: inout [RuleBucket]) -> Bool {
        guard value.count <= longest, let bucket = buckets.find(value),
            !found.contains(where: { $0.start == bucket.start })
        else { return true }
        if found.count == Self.bucketLimit {
            found = [all]
            return false
        }
        found.append(bucket)
        return true
    }
}
