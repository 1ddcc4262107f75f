internal import Bytes
internal import Rules

/// Finds rules all of whose requests a rule above always answers.
///
/// What it finds is certain, but it does not find everything: a rule is compared with few others, which are found by
/// their path and by a value that they ask for, so that it takes the same time for each rule of a large scenario.
/// Rules have numbers, which are their indices in the list of rules so far.
struct ShadowedRules {
    /// Rules with the same path that may hide others: the last one of each kind, which leads to those before it.
    private struct Bucket {
        /// Rules without tests of values.
        var untested: Int32?
        /// Rules with tests, of which none is for a single value.
        var tested: Int32?
        /// Whether there are also rules that are found by a value.
        var hasValues = false
    }

    /// Rules of a kind that a rule is compared with.
    private static let mostComparisons = 8

    /// Bytes of the canonical key of a match that others are compared with: larger matches are not worth the time.
    static let mostBytes = 1000

    /// The rules for any path are in the first bucket.
    private var buckets = [Bucket()]
    /// Buckets by the hash of a literal path.
    private var bucketsByPath: [UInt64: Int32] = [:]
    private var templates = TemplateTree()
    /// The last rule by the hash of a value that it asks for.
    private var rulesByValue: [UInt64: Int32] = [:]
    /// For each rule, the one before it that is found in the same way.
    private var previous: [Int32?] = []

    /// For a list of so many rules.
    init(count: Int = 0) {
        bucketsByPath.reserveCapacity(count)
        buckets.reserveCapacity(count + 1)
        previous.reserveCapacity(count)
    }

    /// Adds the rule that is next in the list; only if it may hide others, those below are compared with it. The result
    /// is the number of a rule above that answers all of its requests.
    mutating func add(_ rule: CompiledRule, behind rules: [ParsedRule], mayHide: Bool = true) -> Int? {
        let bucket = bucket(of: rule.match.path)
        if let above = number(above: rule, in: bucket, rules) { return above }
        guard mayHide, rule.alwaysAnswers, !rule.match.readsBody else { return nil }
        while previous.count <= rules.count { previous.append(nil) }
        let (number, own) = (Int32(rules.count), bucket ?? addBucket(rule.match.path))
        if let key = rule.match.valueKeys(in: own).first {
            buckets[own].hasValues = true
            previous[rules.count] = rulesByValue.updateValue(number, forKey: key)
        } else if rule.match.hasTests {
            previous[rules.count] = buckets[own].tested
            buckets[own].tested = number
        } else {
            previous[rules.count] = buckets[own].untested
            buckets[own].untested = number
        }
        return nil
    }

    private func number(above rule: CompiledRule, in own: Int?, _ rules: [ParsedRule]) -> Int? {
        if let number = number(above: rule, inBucket: 0, rules) { return number }
        if let own, own != 0, let number = number(above: rule, inBucket: own, rules) { return number }
        if templates.isEmpty { return nil }
        for bucket in templates.values(covering: rule.match.path) where bucket != own {
            if let number = number(above: rule, inBucket: bucket, rules) { return number }
        }
        return nil
    }

    private func number(above rule: CompiledRule, inBucket number: Int, _ rules: [ParsedRule]) -> Int? {
        let bucket = buckets[number]
        if let found = covering(rule, from: bucket.untested, rules) { return found }
        if bucket.hasValues {
            for key in rule.match.valueKeys(in: number) {
                if let found = covering(rule, from: rulesByValue[key], rules) { return found }
            }
        }
        return covering(rule, from: bucket.tested, rules)
    }

    /// The number of a rule that covers this one, among one rule and those before it.
    private func covering(_ rule: CompiledRule, from last: Int32?, _ rules: [ParsedRule]) -> Int? {
        var (next, comparisons) = (last, 0)
        while let number = next, comparisons < Self.mostComparisons {
            // Hashes were compared, so that the path is compared too.
            if rules[Int(number)].rule.match.covers(rule.match) { return Int(number) }
            comparisons += 1
            next = previous[Int(number)]
        }
        return nil
    }

    /// The bucket of the rules with this path, if there is one.
    private func bucket(of path: MatchProgram.Path) -> Int? {
        switch path {
        case .any: 0
        case .literal(let path): bucketsByPath[path.hashed].map { Int($0) }
        case .template(let template): templates.value(of: template)
        }
    }

    private mutating func addBucket(_ path: MatchProgram.Path) -> Int {
        let number = buckets.count
        buckets.append(Bucket())
        switch path {
        case .any: break
        case .literal(let path): bucketsByPath[path.hashed] = Int32(number)
        case .template(let template): templates.insert(template, number)
        }
        return number
    }
}

extension MatchProgram {
    /// Whether it tests more than method and path.
    fileprivate var hasTests: Bool { !headers.isEmpty || !query.isEmpty || !call.isEmpty || !conditions.isEmpty }

    /// A hash for each value that a part of the request must have.
    fileprivate func valueKeys(in bucket: Int) -> [UInt64] {
        var keys: [UInt64] = []
        func add(_ part: Part, _ fields: [Field]) {
            for field in fields {
                guard let value = field.matcher.onlyValue else { continue }
                let place = UInt64(bucket) << 8 | UInt64(part.rawValue)
                keys.append(
                    place.combined(with: field.name.hashed).combined(with: value.hashed))
            }
        }
        if !call.isEmpty { add(.call, call) }
        if !query.isEmpty { add(.query, query) }
        if !headers.isEmpty { add(.header, headers) }
        if !conditions.isEmpty { add(.cookie, fields(of: .cookie)) }
        return keys
    }
}

extension UInt64 {
    fileprivate func combined(with hash: UInt64) -> UInt64 {
        let product = (self ^ 0xE703_7ED1_A0B4_28DB).multipliedFullWidth(by: hash | 1)
        return product.high ^ product.low ^ hash
    }
}

/// A number for each path template, found by the paths that the template covers.
private struct TemplateTree {
    /// The next node, by the hash of the number of a node and a segment.
    private var next: [UInt64: Int32] = [:]
    /// For each node, the number of the template that ends there.
    private var ends: [Int32?] = [nil]
    /// For each node, the number of the template that goes on there with the rest of the path.
    private var rests: [Int32?] = [nil]

    /// Nodes that are visited for a path: with variable segments in many templates there can be 2 for each segment,
    /// to any depth.
    private static let mostVisits = 64

    var isEmpty: Bool { ends.count == 1 && rests[0] == nil }

    /// The number of the template.
    func value(of template: PathTemplate) -> Int? {
        var node: Int32 = 0
        for segment in template.segments {
            if segment == .rest { return rests[Int(node)].map { Int($0) } }
            guard let following = next[Self.key(node, segment)] else { return nil }
            node = following
        }
        return ends[Int(node)].map { Int($0) }
    }

    mutating func insert(_ template: PathTemplate, _ number: Int) {
        var node: Int32 = 0
        for segment in template.segments {
            if segment == .rest {
                rests[Int(node)] = Int32(number)
                return
            }
            let key = Self.key(node, segment)
            if let following = next[key] {
                node = following
            } else {
                node = Int32(ends.count)
                next[key] = node
                ends.append(nil)
                rests.append(nil)
            }
        }
        ends[Int(node)] = Int32(number)
    }

    /// The numbers of templates that match every path which this one matches.
    func values(covering path: MatchProgram.Path) -> [Int] {
        let segments: [PathTemplate.Segment]
        switch path {
        case .any: return []
        case .literal(let path):
            segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map { .literal(Array($0)) }
        case .template(let template): segments = template.segments
        }
        var found: [Int] = []
        var open = [(node: Int32(0), depth: 0)]
        var visits = 0
        while let (node, depth) = open.popLast(), visits < Self.mostVisits {
            visits += 1
            if let rest = rests[Int(node)] { found.append(Int(rest)) }
            guard depth < segments.count else {
                if let end = ends[Int(node)] { found.append(Int(end)) }
                continue
            }
            let segment = segments[depth]
            if segment == .rest { continue }
            if segment != .one, let node = next[Self.key(node, .one)] { open.append((node, depth + 1)) }
            if let node = next[Self.key(node, segment)] { open.append((node, depth + 1)) }
        }
        return found
    }

    private static func key(_ node: Int32, _ segment: PathTemplate.Segment) -> UInt64 {
        switch segment {
        case .literal(let bytes): (UInt64(UInt32(node)) << 1 | 1).combined(with: bytes.hashed)
        case .one, .rest: UInt64(UInt32(node)) << 1
        }
    }
}

extension [UInt8] {
    fileprivate var hashed: UInt64 { ByteHash.hash(span) }
}
