extension [String] {
    /// `"a", "b" and "c"`.
    public func quotedList(last word: String) -> String {
        let quoted = map { "\"\($0)\"" }
        guard let final = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " \(word) " + final
    }
}
