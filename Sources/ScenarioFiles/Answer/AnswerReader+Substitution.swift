internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// A section of a reply that has fields.
enum FieldSection: Sendable {
    case head, trailers
    case interim(Int)
}

/// Replaces a part of a reply that depends on the request.
typealias Substitution = @Sendable (inout Reply, inout Rendering) -> Void

extension AnswerReader {
    /// The value in the sample reply, before substitution: the constant, or the string in the file.
    func sampleText(_ template: TextTemplate, _ node: JSONNode) -> [UInt8] { template.constant ?? node.utf8 ?? [] }

    /// Adds what the system's responses have in their heads and depends on the request, where the reply has no head of
    /// its own.
    func addRequestFields(to reply: Reply) {
        guard let fields = dialect.requestFields, reply.raw == nil, !reply.head.isExact else { return }
        substitutions.append { reply, rendering in
            for field in fields(rendering.call, rendering.request) { reply.head.addIfMissing(field) }
        }
    }

    /// Adds the substitutions of fields; `first` is the index of the first of these fields. Fields whose names turn out
    /// empty are removed last, since substitutions find fields by their indices.
    func substitute(_ fields: [FieldSubstitution], _ section: FieldSection, from first: Int) {
        for field in fields {
            substitutions.append { reply, rendering in
                let line = field.text.line(&rendering)
                let index = first + field.index
                reply.changeFields(section) { fields in
                    if field.isName { fields[index].name = line } else { fields[index].value = line }
                }
            }
        }
        guard fields.contains(where: { $0.isName }) else { return }
        substitutions.append { reply, rendering in
            reply.changeFields(section) { $0.dropNameless(section.rule, &rendering) }
        }
    }
}

/// The condition for keeping a field with a substituted name.
enum NameRule: Sendable {
    /// Any name that is not empty, if the fields are the whole head, which need not be valid.
    case anything
    /// A token, if there are other fields (RFC 9110, 5.1).
    case token
}

extension Array<HeaderField> {
    /// Removes fields without a valid name: with an empty name, the value would become a line of its own, or the end of
    /// the head.
    mutating func dropNameless(_ rule: NameRule, _ rendering: inout Rendering) {
        let count = count
        removeAll { $0.name.isEmpty || rule == .token && !$0.name.allSatisfy(\.isTokenByte) }
        if self.count < count { rendering.notes.insert(.droppedField) }
    }
}

extension FieldSection {
    fileprivate var rule: NameRule {
        switch self {
        case .head, .interim: .anything
        case .trailers: .token
        }
    }
}

/// A substitution of the name or the value of a field.
struct FieldSubstitution: Sendable {
    let index: Int
    let isName: Bool
    let text: TextTemplate
}

extension Reply {
    fileprivate mutating func changeFields(_ section: FieldSection, _ change: (inout [HeaderField]) -> Void) {
        switch section {
        case .head: change(&head.fields)
        case .trailers: change(&trailers)
        case .interim(let number): change(&interim[number].head.fields)
        }
    }
}
