internal import Bytes
internal import Catalogue
internal import Wire

/// The text of an error, parts of which may depend on what was asked, and on the time.
struct GraphMessage: Sendable, Hashable {
    /// What stands in braces in a table.
    private enum Placeholder: String {
        /// The node that was asked for.
        case node
        /// The edge that was asked for, or else the node.
        case edge
        /// The method, in lower case.
        case verb
        /// A sentence about the object that was asked for; nothing where none was.
        case object
        /// The time on the session's clock, and an hour before it.
        case now, expired
    }

    private enum Part: Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let parts: [Part]

    /// A text without placeholders.
    init(exactly text: String) { parts = [.text(text)] }

    /// A text with placeholders. One that is not known is a programming error, and ends the program.
    init(_ template: String) {
        guard template.utf8.contains(UInt8(ascii: "{")) else {
            parts = [.text(template)]
            return
        }
        var parts: [Part] = []
        for piece in template.split(separator: "{", omittingEmptySubsequences: false) {
            let halves = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.isEmpty || halves.count == 1 {
                parts.append(.text(String(piece)))
                continue
            }
            guard let placeholder = Placeholder(rawValue: String(halves[0])) else {
                fatalError("no placeholder of a message: \(halves[0])")
            }
            parts += [.placeholder(placeholder), .text(String(halves[1]))]
        }
        self.parts = parts
    }

    /// The text if it is the same for every request; nil if it is not.
    var constant: String? {
        if parts.count == 1, case .text(let text) = parts[0] { text } else { nil }
    }

    func text(_ call: Call?, in context: AnswerContext) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let piece): text += piece
            case .placeholder(let placeholder): text += Self.value(placeholder, call, context)
            }
        }
    }

    private static func value(_ placeholder: Placeholder, _ call: Call?, _ context: AnswerContext) -> String {
        func field(_ field: GraphAPI.Field) -> String? { call?.fields[field]?.text }
        switch placeholder {
        case .node: return field(.node) ?? ""
        case .edge: return field(.edge) ?? field(.node) ?? ""
        case .verb: return field(.verb)?.lowercased() ?? "get"
        case .object:
            guard let node = field(.node) else { return "" }
            return "Object with ID '\(node)' does not exist, cannot be loaded due to missing permissions, or does not "
                + "support this operation. "
        case .now: return time(context.wallMilliseconds / 1000)
        case .expired: return time(context.wallMilliseconds / 1000 - 3600)
        }
    }

    /// As in `Monday, 23-Nov-15 14:00:00 PST`, eight hours behind UTC all year.
    private static func time(_ seconds: Int64) -> String {
        String(decoding: HTTPDate.rfc850(epochSeconds: seconds - 8 * 3600, zone: "PST"), as: UTF8.self)
    }
}

extension GraphMessage: CustomStringConvertible {
    /// The text with `…` for what differs from request to request.
    var description: String {
        parts.reduce(into: "") { text, part in
            if case .text(let piece) = part { text += piece } else { text += "…" }
        }
    }
}
