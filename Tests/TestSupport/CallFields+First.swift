public import Catalogue

extension CallFields {
    /// Of a system with one match field.
    public init(first value: [UInt8]) {
        self.init()
        self[0] = value
    }
}
