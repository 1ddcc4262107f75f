/// A part of a multipart form (RFC 7578).
package struct MultipartPart {
    package let name: [UInt8]
    /// Nil unless it is a file.
    package let filename: [UInt8]?
    /// Its fields, with their names in lower case.
    let fields: [(name: [UInt8], value: ArraySlice<UInt8>)]
    package let content: ArraySlice<UInt8>

    /// The values of its fields of that name, which is in lower case.
    package func values(_ name: [UInt8]) -> [ArraySlice<UInt8>] { fields.lazy.filter { $0.name == name }.map(\.value) }
}
