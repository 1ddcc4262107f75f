/// The fields that an object of a scenario file may have, and those that are promised for later: the names of its
/// `ObjectShape`, where they are described.
public struct Vocabulary: Sendable {
    /// With its article, for messages.
    public let nounPhrase: String
    public let names: [String]
    /// Part of the language, but not of this version: refused by name and never ignored.
    public let later: [String]

    /// What a system adds to it.
    private let ofSystem: @Sendable (any Dialect) -> [String]

    public init(
        _ nounPhrase: String, _ names: [String], later: [String] = [],
        ofSystem: @escaping @Sendable (any Dialect) -> [String] = { _ in [] }
    ) {
        self.nounPhrase = nounPhrase
        self.names = names
        self.later = later
        self.ofSystem = ofSystem
    }

    public init(_ shape: ObjectShape, ofSystem: @escaping @Sendable (any Dialect) -> [String] = { _ in [] }) {
        self.init(
            shape.nounPhrase, shape.known.map(\.name), later: shape.fields.filter(\.isLater).map(\.name),
            ofSystem: ofSystem)
    }

    /// The fields that are in it only where the scenario has this system.
    public func fields(of dialect: any Dialect) -> [String] { ofSystem(dialect) }

    /// The same with the fields of a system.
    public func with(_ dialect: any Dialect) -> Vocabulary {
        Vocabulary(nounPhrase, names + ofSystem(dialect), later: later, ofSystem: ofSystem)
    }
}
