extension MatchProgram {
    /// A method and a path of requests that a rule takes, to show somebody how to try it. What it wants of query and
    /// headers besides is not in it.
    public var example: (method: String, path: String) {
        let method = methods.names.first.map { String(decoding: $0, as: UTF8.self) } ?? "GET"
        switch path {
        case .any: return (method, "/any")
        case .literal: return (method, pathText)
        case .template:
            let segments = pathText.split(separator: "/", omittingEmptySubsequences: false).map { segment in
                switch segment {
                case "*", "**": "any"
                case _ where segment.hasPrefix("{") && segment.hasSuffix("}"): String(segment.dropFirst().dropLast())
                default: String(segment)
                }
            }
            return (method, segments.joined(separator: "/"))
        }
    }
}
