/// What a call says in its system's match fields, each at the place that the field has in `Dialect.matchFields`.
///
///     enum Field: Int, CaseIterable { case method, batch }
///     fields[Field.method] = Array("any".utf8)
public struct CallFields: Sendable, Hashable {
    private var values: [[UInt8]?] = []

    public init() {}

    /// - Parameter values: By the places of their fields.
    public init<Field: RawRepresentable<Int>>(_ values: KeyValuePairs<Field, [UInt8]>) {
        for (field, value) in values { self[field.rawValue] = value }
    }

    /// The value of the field at that place; nil where the call has none.
    public subscript(place: Int) -> [UInt8]? {
        get { place < values.count ? values[place] : nil }
        set {
            if place >= values.count {
                if newValue == nil { return }
                values.reserveCapacity(max(4, place + 1))
                while values.count < place { values.append(nil) }
                values.append(newValue)
            } else {
                values[place] = newValue
            }
        }
    }

    /// The same by the field's name in the code of its system.
    public subscript<Field: RawRepresentable<Int>>(field: Field) -> [UInt8]? {
        get { self[field.rawValue] }
        set { self[field.rawValue] = newValue }
    }

    /// The places that have a value.
    public var places: [Int] { values.indices.filter { values[$0] != nil } }
}
