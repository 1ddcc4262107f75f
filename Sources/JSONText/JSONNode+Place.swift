extension JSONNode {
    /// The pointer to the innermost value, or the member, in which a place of the source is: empty for the root.
    public func pointer(to offset: Int) -> JSONPointer {
        var (node, segments) = (self, [JSONPointer.Segment]())
        while true {
            switch node.value {
            case .object(let members):
                guard let member = members.last(where: { $0.nameRange.lowerBound <= offset }),
                    offset < max(member.value.range.upperBound, member.nameRange.upperBound)
                else { return JSONPointer(segments) }
                segments.append(.name(Array(member.name.utf8), index: nil))
                node = member.value
            case .array(let elements):
                guard let number = elements.lastIndex(where: { $0.range.lowerBound <= offset }),
                    offset < elements[number].range.upperBound
                else { return JSONPointer(segments) }
                segments.append(.name(Array(String(number).utf8), index: number))
                node = elements[number]
            default: return JSONPointer(segments)
            }
        }
    }
}
