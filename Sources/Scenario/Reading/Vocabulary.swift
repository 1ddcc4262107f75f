/// The fields that an object of a scenario file may have, and those that are promised for later: the names of its
/// `ObjectShape`, where they are described.
struct Vocabulary: Sendable {
    /// With its article, for messages.
    let place: String
    let names: [String]
    /// Part of the language, but not of this version: refused by name and never ignored.
    let later: [String]

    init(_ place: String, _ names: [String], later: [String] = []) {
        self.place = place
        self.names = names
        self.later = later
    }

    init(_ shape: ObjectShape) {
        self.init(
            shape.place, shape.known.map(\.name), later: shape.fields.filter(\.isLater).map(\.name))
    }

    static let scenario = Vocabulary(.scenario)
    static let rule = Vocabulary(.rule)
    static let rateLimit = Vocabulary(.rateLimit)
    static let match = Vocabulary(.match)
    static let value = Vocabulary(.textValue)
    static let step = Vocabulary(.step)
    static let reply = Vocabulary(.reply)
    static let interim = Vocabulary(.interim)
    static let chunk = Vocabulary(.chunk)
    static let storedDocument = Vocabulary(.storedDocument)
    static let delay = Vocabulary(.delay)
    static let until = Vocabulary(.until)
    static let lognormal = Vocabulary(.lognormal)
    static let pace = Vocabulary(.pace)
    static let cut = Vocabulary(.cut)
    static let cutPlace = Vocabulary(.cutPlace)
}
