import Bytes

/// A member of an object, with the position of its name for diagnostics about misspelt names.
public struct JSONMember: Sendable {
    public let name: String
    /// The range of the name in the source, quotes included.
    public let nameRange: Range<Int>
    public let value: JSONNode

    public init(name: String, nameRange: Range<Int>, value: JSONNode) {
        self.name = name
        self.nameRange = nameRange
        self.value = value
    }

    /// Whether it has this name, compared by bytes.
    func isNamed(_ other: String) -> Bool {
        // Strings are equal in Swift if they are canonically equivalent, also with different bytes. That comparison
        // comes first, since it fails fast.
        guard name.utf8.count == other.utf8.count, name == other else { return false }
        let (bytes, others) = (name.utf8.span, other.utf8.span)
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
    }
}

/// An index of members by name: a linear search for up to 8 members, a table for more, so that an object of any size is
/// read in linear time.
public struct MemberNames {
    private var table: ByteTable<Int>?

    public init() {}

    public init(_ members: [JSONMember]) {
        if members.count > Self.few { index(members) }
    }

    /// The index of the member with this name. Names are compared byte by byte.
    public func find(_ name: String, in members: [JSONMember]) -> Int? {
        guard let table else {
            return members.firstIndex { $0.isNamed(name) }
        }
        return table.find(Array(name.utf8))
    }

    /// Updates the index; to be called after each member that is added.
    mutating func added(to members: [JSONMember]) {
        guard let last = members.last else { return }
        if table != nil {
            table?.insert(last.name.utf8, members.count - 1)
        } else if members.count > Self.few {
            index(members)
        }
    }

    private mutating func index(_ members: [JSONMember]) {
        var table = ByteTable<Int>()
        for (index, member) in members.enumerated() {
            table.update(member.name.utf8, default: index) { _ in }
        }
        self.table = table
    }

    private static let few = 8
}
