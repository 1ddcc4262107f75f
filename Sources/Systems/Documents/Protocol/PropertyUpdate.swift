/// The changes of a PROPPATCH, in order (RFC 4918, 9.2).
struct PropertyUpdate: Hashable {
    enum Change: Hashable {
        /// - Parameter value: The property's whole element with its namespaces, so that it can be copied into any
        ///   answer.
        case set(PropertyName, value: [UInt8])
        case remove(PropertyName)
    }

    let changes: [Change]

    static let maximumBody = 1 << 20
    static let maximumChanges = 1_000
    /// Bytes of all values together. They may be more than the body: each value repeats namespaces that the body
    /// declares once.
    static let maximumValues = 2 << 20

    /// - Parameter charset: The charset of the Content-Type, in lower case.
    static func read(_ body: [UInt8], charset: String? = nil) -> Result<PropertyUpdate, BodyProblem> {
        Result { () throws(BodyProblem) in try parse(body, charset) }
    }

    private static func parse(_ body: [UInt8], _ charset: String?) throws(BodyProblem) -> PropertyUpdate {
        var reader = try BodyReader(body, charset: charset, atMost: maximumBody, root: "propertyupdate")
        var changes: [Change] = []
        var bytes = 0
        while let name = try reader.child() {
            let kind = name.davName
            guard kind == "set" || kind == "remove" else {
                try reader.skip()
                continue
            }
            while let inner = try reader.child() {
                guard inner.davName == "prop" else {
                    try reader.skip()
                    continue
                }
                while let property = try reader.child() {
                    let change = try Self.change(property, isSet: kind == "set", &reader)
                    if case .set(_, let value) = change { bytes += value.count }
                    changes.append(change)
                    guard changes.count <= maximumChanges, bytes <= maximumValues else { throw .tooLarge }
                }
            }
        }
        try reader.end()
        guard !changes.isEmpty else { throw .notConforming }
        return PropertyUpdate(changes: changes)
    }

    private static func change(
        _ name: PropertyName, isSet: Bool, _ reader: inout BodyReader
    ) throws(BodyProblem) -> Change {
        if isSet { return .set(name, value: try reader.element()) }
        try reader.skip()
        return .remove(name)
    }
}
