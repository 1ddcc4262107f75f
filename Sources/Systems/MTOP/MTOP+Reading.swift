internal import Bytes
internal import Catalogue
internal import Wire

extension MTOP {
    /// The body is read only for a strict gateway, or if neither the path nor the query names the API.
    func needsBody(of request: Request) -> Bool {
        if options.isStrict { return true }
        var reader = MTOPRequestReader(request)
        reader.readPath()
        if reader.isComplete { return false }
        reader.readQuery()
        return !reader.isComplete
    }

    func read(_ request: Request) -> Reading {
        var reader = MTOPRequestReader(request)
        reader.readPath()
        reader.readQuery()
        if !reader.isComplete || reader.data == nil { reader.readForm() }
        var fields = CallFields()
        fields[Field.api] = reader.api
        fields[Field.v] = reader.version
        let call = MTOPCall(
            api: reader.api, version: reader.version, callback: reader.callback, isH5: reader.isH5,
            retIsText: options.retIsText)
        return .call(Call(fields: fields, text: reader.data ?? [], payload: Payload(call)))
    }
}

/// Reads the API, its version and its data from the path (`/gw/{api}/{v}/`, `/gw-open/…`, `/h5/…`), else from the
/// query, else from the form.
struct MTOPRequestReader {
    private let request: Request
    private(set) var api: [UInt8]?
    private(set) var version: [UInt8]?
    private(set) var data: [UInt8]?
    private(set) var callback: [UInt8]?
    private(set) var isH5 = false

    init(_ request: Request) { self.request = request }

    var isComplete: Bool { api != nil && version != nil }

    /// There may be other segments before the entry point.
    mutating func readPath() {
        var rest = request.head[request.path]
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            rest = rest[(slash + 1)...]
            let entryPoint = segment(rest)
            guard Self.entryPoints.contains(where: { $0.elementsEqual(entryPoint) }) else { continue }
            isH5 = entryPoint.elementsEqual(Self.entryPoints[2])
            let name = segment(rest[min(entryPoint.endIndex + 1, rest.endIndex)...])
            if !name.isEmpty { api = Self.lowercased(PercentCoding.decode(name)) }
            let number = segment(rest[min(name.endIndex + 1, rest.endIndex)...])
            if !number.isEmpty { version = PercentCoding.decode(number) }
            return
        }
    }

    private static let entryPoints = ["gw", "gw-open", "h5"].map { Array($0.utf8) }

    private func segment(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes[..<(bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex)]
    }

    mutating func readQuery() {
        guard let query = request.query else { return }
        read(request.head, query)
    }

    /// Only for a form: a body of another type is the data itself, passed on to the service behind the gateway.
    mutating func readForm() {
        guard !request.body.isEmpty, let type = request.first(Self.contentType),
            request.head[type].starts(with: Self.formType, by: { $0.asciiLowercased == $1 })
        else { return }
        read(request.body, request.body.indices)
    }

    private static let contentType = Array("content-type".utf8)
    private static let formType = Array("application/x-www-form-urlencoded".utf8)

    /// The path overrides all fields, and the first field of a name overrides the others.
    private mutating func read(_ storage: [UInt8], _ range: Range<Int>) {
        var fields = QueryFields(storage, range)
        while let (key, range) = fields.next() {
            let name = QueryFields.decode(storage[key])
            let value = storage[range]
            switch name.count {
            case 1 where name.elementsEqual("v".utf8) && version == nil && !value.isEmpty:
                version = Array(QueryFields.decode(value))
            case 3 where name.elementsEqual("api".utf8) && api == nil && !value.isEmpty:
                api = QueryFields.decode(value).map(\.asciiLowercased)
            case 4 where name.elementsEqual("data".utf8) && data == nil: data = Array(QueryFields.decode(value))
            case 8 where name.elementsEqual("callback".utf8) && callback == nil: readCallback(value)
            default: break
            }
        }
    }

    /// Only the name of a function is taken: anything else would be script injected into the answer.
    private mutating func readCallback(_ value: ArraySlice<UInt8>) {
        let isName = value.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "$"): true
            default: false
            }
        }
        if isName, !value.isEmpty, value.count <= 128 { callback = Array(value) }
    }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] { bytes.map(\.asciiLowercased) }
}
