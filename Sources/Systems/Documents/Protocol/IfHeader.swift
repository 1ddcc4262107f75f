internal import Bytes
internal import Wire

/// The `If` field (RFC 4918, 10.4): lists of conditions on tokens and tags. It holds if all conditions of one list
/// hold.
struct IfHeader {
    /// The entity tag and lock tokens of a document.
    typealias State = (entityTag: [UInt8]?, tokens: [[UInt8]])

    private struct List {
        let subject: Subject
        var conditions: [Condition] = []
    }

    private enum Subject {
        /// The document at the request's target.
        case target
        case document(DocumentPath)
        /// A reference outside of this store, without a tag or tokens.
        case elsewhere
    }

    fileprivate struct Condition {
        let isNegated: Bool
        let claim: Claim
    }

    fileprivate enum Claim {
        case token([UInt8])
        case tag(EntityTag)
    }

    private var lists: [List] = []
    /// All tokens in the field. They count as submitted even in a list that does not hold (RFC 4918, 10.4.1).
    private(set) var tokens: [[UInt8]] = []

    /// Reads the field of a request; nil if it has none.
    static func read(_ request: Request) -> Result<IfHeader, IfHeaderProblem>? {
        guard let field = request.first(Self.field) else { return nil }
        return IfHeader(request.head[field], of: request).map { .success($0) } ?? .failure(.malformed)
    }

    private static let field = Array("if".utf8)

    /// Nil if it is malformed. Lists with and without a resource in front of them must not be mixed.
    init?(_ value: ArraySlice<UInt8>, of request: Request) {
        var rest = value.trimmingSpaces()
        let isTagged = rest.first == UInt8(ascii: "<")
        var subject = Subject.target
        while let first = rest.first {
            if first == UInt8(ascii: "<") {
                guard isTagged, let reference = Self.takeBracketed(&rest, until: UInt8(ascii: ">")) else { return nil }
                switch StoreReference.read(reference, of: request) {
                case .success(let path): subject = .document(path)
                case .failure(.malformed): return nil
                case .failure: subject = .elsewhere
                }
                guard rest.trimmingSpaces().first == UInt8(ascii: "(") else { return nil }
            } else {
                guard let list = takeList(&rest, subject) else { return nil }
                lists.append(list)
            }
            rest = rest.trimmingSpaces()
        }
        guard !lists.isEmpty else { return nil }
    }

    /// Whether all conditions of one list hold.
    /// - Parameters:
    /// - path: The path of the request's target.
    /// - state: Tag and tokens of the document at a path; the tag is nil if there is no document.
    func holds(for path: DocumentPath, _ state: (DocumentPath) -> State) -> Bool {
        lists.contains { list in
            let found: State
            switch list.subject {
            case .target: found = state(path)
            case .document(let other): found = state(other)
            case .elsewhere: found = (nil, [])
            }
            return list.conditions.allSatisfy { $0.isTrue(of: found) }
        }
    }

    // MARK: Reading

    private mutating func takeList(_ rest: inout ArraySlice<UInt8>, _ subject: Subject) -> List? {
        guard rest.first == UInt8(ascii: "(") else { return nil }
        rest = rest.dropFirst().trimmingSpaces()
        var list = List(subject: subject)
        while let first = rest.first, first != UInt8(ascii: ")") {
            guard let condition = takeCondition(&rest) else { return nil }
            list.conditions.append(condition)
            rest = rest.trimmingSpaces()
        }
        guard !rest.isEmpty, !list.conditions.isEmpty else { return nil }
        rest.removeFirst()
        return list
    }

    private mutating func takeCondition(_ rest: inout ArraySlice<UInt8>) -> Condition? {
        let isNegated = rest.prefix(3).equalsIgnoringCase("not")
        if isNegated { rest = rest.dropFirst(3).trimmingSpaces() }
        switch rest.first {
        case UInt8(ascii: "<"):
            guard let token = Self.takeBracketed(&rest, until: UInt8(ascii: ">")), Self.isAbsoluteURI(token) else {
                return nil
            }
            tokens.append(Array(token))
            return Condition(isNegated: isNegated, claim: .token(Array(token)))
        case UInt8(ascii: "["):
            rest = rest.dropFirst().trimmingSpaces()
            guard let tag = EntityTag(takenFrom: &rest) else { return nil }
            rest = rest.trimmingSpaces()
            guard rest.first == UInt8(ascii: "]") else { return nil }
            rest.removeFirst()
            return Condition(isNegated: isNegated, claim: .tag(tag))
        default: return nil
        }
    }

    /// The text between `<` and `>`.
    private static func takeBracketed(_ rest: inout ArraySlice<UInt8>, until end: UInt8) -> ArraySlice<UInt8>? {
        let inner = rest.dropFirst().prefix { $0 != end }
        guard !inner.isEmpty, inner.endIndex < rest.endIndex else { return nil }
        rest = rest[(inner.endIndex + 1)...]
        return inner
    }

    /// A simplified check: a scheme, a colon and at least one character behind it, without spaces.
    private static func isAbsoluteURI(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex, colon + 1 < text.endIndex
        else { return false }
        return text.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") }
    }
}

extension IfHeader.Condition {
    /// Tags are compared strongly, because all tags of the store are strong.
    fileprivate func isTrue(of state: IfHeader.State) -> Bool {
        let isPresent: Bool
        switch claim {
        case .token(let token): isPresent = state.tokens.contains(token)
        case .tag(let tag): isPresent = state.entityTag.map { tag.matches($0, weakly: false) } ?? false
        }
        return isPresent != isNegated
    }
}

enum IfHeaderProblem: Error, Hashable {
    case malformed
}
