/// The names of the fields of an object in a scenario file, from its `ObjectShape`.
public struct Vocabulary: Sendable {
    /// What the object is called in messages, with its article: "a reply".
    public let nounPhrase: String
    public let names: [String]
    /// Fields that are planned for a later version: refused by name, never ignored.
    private let planned: [ObjectField]
    public var later: [String] { planned.map(\.name) }

    /// The fields that a system adds.
    private let ofSystem: @Sendable (any Dialect) -> [String]

    public init(
        _ nounPhrase: String, _ names: [String], later: [ObjectField] = [],
        ofSystem: @escaping @Sendable (any Dialect) -> [String] = { _ in [] }
    ) {
        self.nounPhrase = nounPhrase
        self.names = names
        planned = later
        self.ofSystem = ofSystem
    }

    public init(_ shape: ObjectShape, ofSystem: @escaping @Sendable (any Dialect) -> [String] = { _ in [] }) {
        self.init(
            shape.nounPhrase, shape.known.map(\.name), later: shape.fields.filter(\.isLater), ofSystem: ofSystem)
    }

    /// What a planned field waits for, as a clause: "it needs more of TLS than this version has". Nil if no field of that name is planned.
    public func reason(forLater name: String) -> String? { planned.first { $0.name == name }?.summary }

    /// The fields that exist only in scenarios of this system.
    public func fields(of dialect: any Dialect) -> [String] { ofSystem(dialect) }

    /// A copy with the fields of a system.
    public func with(_ dialect: any Dialect) -> Vocabulary {
        Vocabulary(nounPhrase, names + ofSystem(dialect), later: planned, ofSystem: ofSystem)
    }
}
