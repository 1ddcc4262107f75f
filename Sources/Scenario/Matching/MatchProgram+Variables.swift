extension MatchProgram {
    /// Where in the path its named segments are.
    var pathNames: [String: Int] {
        var names: [String: Int] = [:]
        for (number, segment) in pathWords.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .enumerated()
        where segment.hasPrefix("{") && segment.hasSuffix("}") {
            names[String(segment.dropFirst().dropLast())] = number
        }
        return names
    }

    /// What is asked of one variable of the session.
    struct VariableTest: Sendable {
        let variable: Int
        let name: String
        let matcher: ValueMatcher
    }

    /// Whether the variables are as the match wants them: the only part of it that depends on anything but
    /// the request.
    public func holds(_ variables: [TemplateValue], _ overLimit: inout Bool) -> Bool {
        for test in self.variables {
            guard let bytes = variables[test.variable].bytes else {
                if test.matcher.isAbsent { continue }
                return false
            }
            if test.matcher.isAbsent || !test.matcher.holds(bytes[...], &overLimit) { return false }
        }
        return true
    }
}
