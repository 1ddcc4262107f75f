/// Wraps text to 100 columns.
enum Columns {
    private static let width = 100

    /// Wraps a text into lines that begin with `indent` spaces.
    static func wrap(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [margin + line])
    }

    /// Two columns: names on the left, wrapped texts on the right.
    static func rows(_ rows: [(name: String, text: String)]) -> [String] {
        let left = rows.map(\.name.count).max() ?? 0
        return rows.flatMap { name, text in
            var lines = wrap(text, indent: left + 4)
            if lines.isEmpty { lines = [""] }
            let name = pad("  " + name, to: left + 4)
            lines[0] = name + lines[0].dropFirst(left + 4)
            return lines
        }
    }

    static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
