/// The values of a call's match fields, by the index of the field in `Dialect.matchFields`.
///
///     enum Field: Int, CaseIterable { case method, batch }
///     fields[Field.method] = Array("any".utf8)
public struct CallFields: Sendable, Hashable {
    private var values: [[UInt8]?] = []

    public init() {}

    /// - Parameter values: By their fields.
    public init<Field: RawRepresentable<Int>>(_ values: KeyValuePairs<Field, [UInt8]>) {
        for (field, value) in values { self[field.rawValue] = value }
    }

    /// The value of the field at that index; nil if the call has none.
    public subscript(index: Int) -> [UInt8]? {
        get { index < values.count ? values[index] : nil }
        set {
            if index >= values.count {
                if newValue == nil { return }
                values.reserveCapacity(max(4, index + 1))
                while values.count < index { values.append(nil) }
                values.append(newValue)
            } else {
                values[index] = newValue
            }
        }
    }

    /// The same, by the system's enumeration of fields.
    public subscript<Field: RawRepresentable<Int>>(field: Field) -> [UInt8]? {
        get { self[field.rawValue] }
        set { self[field.rawValue] = newValue }
    }

    /// The indices of the fields that have a value.
    public var indices: [Int] { values.indices.filter { values[$0] != nil } }
}
