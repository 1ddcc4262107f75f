internal import JSONText
internal import Wire

/// Where fields of a reply are.
enum FieldPlace: Sendable {
    case head, trailers
    case interim(Int)
}

/// Fills in what of a reply is only known with its request.
typealias Opening = @Sendable (inout Reply, inout Rendering) -> Void

extension FileReading {
    /// What stands in for a template until it is filled in: the constant, or the string of the file.
    func standIn(_ template: TextTemplate, _ node: JSONNode) -> [UInt8] { template.constant ?? node.utf8 ?? [] }

    /// Leaves the parts of fields that are not constant to the rendering; `first` is where they begin.
    func open(_ fields: [OpenField], _ place: FieldPlace, from first: Int) {
        for field in fields {
            openings.append { reply, rendering in
                let line = field.text.line(&rendering)
                let index = first + field.index
                reply.changeFields(place) { fields in
                    if field.isName { fields[index].name = line } else { fields[index].value = line }
                }
            }
        }
    }
}

/// A name or a value of a field that is filled in.
struct OpenField: Sendable {
    let index: Int
    let isName: Bool
    let text: TextTemplate
}

extension Reply {
    fileprivate mutating func changeFields(_ place: FieldPlace, _ change: (inout [HeaderField]) -> Void) {
        switch place {
        case .head: change(&head.fields)
        case .trailers: change(&trailers)
        case .interim(let number): change(&interim[number].head.fields)
        }
    }
}
