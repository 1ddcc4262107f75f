extension JSONNode {
    /// The pointer (RFC 6901) to the innermost value, or the member, in which a place of the source is: empty for the root.
    public func pointer(to offset: Int) -> String {
        var (node, pointer) = (self, "")
        while true {
            switch node.value {
            case .object(let members):
                guard let member = members.last(where: { $0.nameRange.lowerBound <= offset }),
                    offset < max(member.value.range.upperBound, member.nameRange.upperBound)
                else { return pointer }
                pointer += "/" + Self.escaped(member.name)
                node = member.value
            case .array(let elements):
                guard let number = elements.lastIndex(where: { $0.range.lowerBound <= offset }),
                    offset < elements[number].range.upperBound
                else { return pointer }
                pointer += "/\(number)"
                node = elements[number]
            default: return pointer
            }
        }
    }

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
