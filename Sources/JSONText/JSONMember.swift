import Bytes

/// A name and its value in an object, with the place of the name, since it is the name that is
/// usually misspelt.
public struct JSONMember: Sendable {
    public let name: String
    /// Where the name stands, quotes included.
    public let nameRange: Range<Int>
    public let value: JSONNode

    public init(name: String, nameRange: Range<Int>, value: JSONNode) {
        self.name = name
        self.nameRange = nameRange
        self.value = value
    }

    /// Whether it has this name, byte by byte.
    func isNamed(_ other: String) -> Bool {
        // Swift takes more for equal than the same bytes, and tells quickly what is not even that.
        guard name.utf8.count == other.utf8.count, name == other else { return false }
        let (bytes, others) = (name.utf8.span, other.utf8.span)
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
    }
}

/// Finds names among members: by looking at each while they are few, by a table once they are many,
/// so that an object of any size is read in linear time.
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

    /// To be called with the members after each one added.
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
