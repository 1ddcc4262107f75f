internal import Bytes
internal import JSONText
internal import Wire

extension RequestPart {
    /// The value of the part in a request; nil if it is missing. A repeated field has all of its values, in their order.
    ///
    /// Not of `body`, which a journal may have in part only.
    public func value(in content: RequestContent) -> [UInt8]? {
        let request = content.request
        switch self {
        case .body: return request.body
        case .method: return Array(request.head[request.method])
        case .target: return request.ownTarget
        case .path: return request.decodedPath
        case .header(let name):
            return Self.joined(
                (0..<request.fieldCount).filter { request.isField($0, named: name) }.map {
                    request.head[request.fieldValue($0)]
                })
        case .query(let name):
            var (values, index) = ([ArraySlice<UInt8>](), 0)
            while let value = request.decodedQuery.next(name, from: &index) { values.append(value) }
            return Self.joined(values)
        case .cookie(let name): return Self.joined(content.cookieValues(name))
        case .form(let name): return Self.joined(content.formValues(name))
        case .json(let pointer): return content.json.flatMap { pointer.resolve($0) }.map { JSONWriter.bytes($0) }
        }
    }

    /// Several values as one; nil if there are none.
    public static func joined(_ values: [some Collection<UInt8>]) -> [UInt8]? {
        values.count > 1 ? Array(values.joined(separator: Array(", ".utf8))) : values.first.map { Array($0) }
    }

    /// Whether its value is found in the body.
    public var isInBody: Bool {
        switch self {
        case .body, .form, .json: true
        case .method, .target, .path, .header, .query, .cookie: false
        }
    }

    /// As scenarios have it.
    public var text: String {
        switch self {
        case .method: "method"
        case .target: "target"
        case .path: "path"
        case .body: "body"
        case .header(let name): "headers.\(name.text)"
        case .query(let name): "query.\(name.text)"
        case .cookie(let name): "cookies.\(name.text)"
        case .form(let name): "form.\(name.text)"
        case .json(let pointer): "json" + pointer.text
        }
    }
}
