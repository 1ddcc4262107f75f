extension StringProtocol {
    /// The text with another in place of each occurrence of `part`, from the left.
    ///
    /// The library's `replacing(_:with:)` would link its regular expressions: a megabyte of the program.
    package func replacing(each part: String, by other: String) -> String {
        var rest = Substring(self)
        var result = ""
        while !rest.isEmpty {
            if !part.isEmpty, rest.hasPrefix(part) {
                result += other
                rest = rest.dropFirst(part.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
