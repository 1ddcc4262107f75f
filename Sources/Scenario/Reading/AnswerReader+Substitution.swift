internal import JSONText
internal import Wire

/// Where fields of a reply are.
enum FieldSection: Sendable {
    case head, trailers
    case interim(Int)
}

/// Fills in what of a reply is only known with its request.
typealias Substitution = @Sendable (inout Reply, inout Rendering) -> Void

extension AnswerReader {
    /// What stands in for a template until it is filled in: the constant, or the string of the file.
    func sampleText(_ template: TextTemplate, _ node: JSONNode) -> [UInt8] { template.constant ?? node.utf8 ?? [] }

    /// Leaves the parts of fields that are not constant to the rendering; `first` is where they begin. Names that come
    /// to none are left out at the end: until then the fields are known by their places.
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

/// What a name that is filled in must be for its field to stay.
enum NameRule: Sendable {
    /// Anything, where the fields are all that the head is: it need not be a head that anybody understands.
    case anything
    /// A token, among other fields (RFC 9110, 5.1).
    case token
}

extension Array<HeaderField> {
    /// Leaves out the fields whose names came to none: without a name a field's value would be a line of its own, or
    /// the end of the head.
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

/// A name or a value of a field that is filled in.
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
