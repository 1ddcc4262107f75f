internal import Wire

/// Finds one field of a URL-encoded form without building a table of all of them.
enum FormFields {
    /// The decoded value of the first field with this name; nil if there is none.
    static func value(of name: String, in storage: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        var fields = QueryFields(storage, range)
        while let (key, value) = fields.next() {
            if QueryFields.decode(storage[key]).elementsEqual(name.utf8) {
                return Array(QueryFields.decode(storage[value]))
            }
        }
        return nil
    }
}
