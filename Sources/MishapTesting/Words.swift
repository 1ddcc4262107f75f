import Foundation

/// How values of Swift are written in scenarios and in paths.
extension Duration {
    var words: String {
        let (seconds, attoseconds) = components
        let milliseconds = (Double(seconds) * 1000 + Double(attoseconds) / 1e15).rounded(.up)
        return "\(Int(exactly: milliseconds) ?? .max)ms"
    }
}

extension String {
    /// As one segment of a path, or one value of a query.
    var asSegment: String { addingPercentEncoding(withAllowedCharacters: .unreserved) ?? self }

    /// As much of it as fits into so many bytes, without half a character.
    func cut(toBytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var text = self[...]
        while text.utf8.count > count { text.removeLast() }
        return String(text)
    }
}

extension CharacterSet {
    static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
