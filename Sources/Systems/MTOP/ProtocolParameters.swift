internal import Bytes
internal import Wire

/// The parameters of the protocol: each in a header field that the SDKs send, in the query, or in the form.
struct ProtocolParameters {
    private let request: Request
    /// The query overrides the form.
    private var values: [[UInt8]: [UInt8]] = [:]
    /// Whether the body is passed on to the service behind the gateway unread: it is JSON.
    let isPassedThrough: Bool

    init(_ request: Request) {
        self.request = request
        let type = request.first(Array("content-type".utf8)).map { request.head[$0].map(\.asciiLowercased) } ?? []
        isPassedThrough = !request.body.isEmpty && type.starts(with: "application/json".utf8)
        if let query = request.query { read(request.head, query) }
        if type.starts(with: "application/x-www-form-urlencoded".utf8) {
            read(request.body, request.body.indices)
        }
    }

    /// Keeps known names only, so that megabytes of other fields cost nothing.
    private mutating func read(_ storage: [UInt8], _ range: Range<Int>) {
        var fields = QueryFields(storage, range)
        while let (key, value) = fields.next() {
            // Each letter of a name may be percent-encoded as three bytes.
            guard key.count <= 3 * 16 else { continue }
            let name = Array(QueryFields.decode(storage[key]))
            if Self.names.contains(name), values[name] == nil {
                values[name] = Array(QueryFields.decode(storage[value]))
            }
        }
    }

    /// The value in the query or the form; nil if it is missing or empty.
    func queryOrFormValue(_ name: String) -> [UInt8]? {
        guard let value = values[Array(name.utf8)], !value.isEmpty else { return nil }
        return value
    }

    /// The value in its header field, else in the query or the form.
    subscript(_ name: String) -> [UInt8]? {
        if let field = Self.fields[name], let range = request.first(field), !range.isEmpty {
            return PercentCoding.decode(request.head[range])
        }
        return queryOrFormValue(name)
    }

    private static let fields = [
        "t": "x-t", "appKey": "x-appkey", "sign": "x-sign", "sid": "x-sid", "uid": "x-uid", "ttid": "x-ttid",
        "utdid": "x-utdid", "deviceId": "x-devid", "pv": "x-pv", "accessToken": "x-act", "x-features": "x-features",
        "reqbiz-ext": "x-reqbiz-ext", "routerId": "x-router-id", "placeId": "x-place-id",
    ].mapValues { Array($0.utf8) }

    private static let names = Set((fields.keys + ["api", "v"] + signed).map { Array($0.utf8) })

    /// The parameters that are signed, in this order; a missing one is empty.
    private static let signed = [
        "utdid", "uid", "reqbiz-ext", "appKey", "data", "t", "api", "v", "sid", "ttid", "deviceId", "lat", "lng",
        "x-features", "routerId", "placeId", "open-biz", "mini-appkey", "req-appkey", "accessToken", "open-biz-data",
    ]

    /// The text that is signed: the parameters joined with `&`, with the MD5 of the data in its place.
    func signedText(api: [UInt8], version: [UInt8], data: [UInt8]) -> [UInt8] {
        let location = location
        let parts = Self.signed.map { name -> [UInt8] in
            switch name {
            case "api": api
            case "v": version
            case "data": MD5.hex(data)
            case "lat": location.latitude
            case "lng": location.longitude
            default: self[name] ?? []
            }
        }
        return Array(parts.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Both from the field x-location, longitude first; else from the query or the form.
    private var location: (latitude: [UInt8], longitude: [UInt8]) {
        guard let range = request.first(Array("x-location".utf8)) else {
            return (queryOrFormValue("lat") ?? [], queryOrFormValue("lng") ?? [])
        }
        let value = PercentCoding.decode(request.head[range])
        let comma = value.firstIndex(of: UInt8(ascii: ",")) ?? value.endIndex
        return (Array(value[comma...].dropFirst()), Array(value[..<comma]))
    }
}
