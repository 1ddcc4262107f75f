internal import Bytes
internal import Wire

extension MatchProgram {
    /// The tests of a part of a multipart form, all of which must hold for one part of that name. They read no variables.
    public final class FormPart: Sendable {
        public let name: [UInt8]
        let filename: ValueMatcher?
        /// Of its Content-Type.
        let type: ValueMatcher?
        /// Of its other fields, with their names in lower case.
        let headers: [Field]
        let content: ValueMatcher?
        /// As in the scenario.
        let sourceText: String

        public init(
            name: [UInt8], filename: ValueMatcher?, type: ValueMatcher?, headers: [Field], content: ValueMatcher?,
            sourceText: String
        ) {
            self.name = name
            self.filename = filename
            self.type = type
            self.headers = headers
            self.content = content
            self.sourceText = sourceText
        }

        private static let contentType = Array("content-type".utf8)

        func holds(_ part: MultipartPart, _ budget: inout MatchBudget) -> Bool {
            part.name == name && holds(filename, part.filename.map { [$0[...]] } ?? [], &budget)
                && holds(type, part.values(Self.contentType), &budget)
                && headers.allSatisfy { holds($0.matcher, part.values($0.name), &budget) }
                && holds(content, [part.content], &budget)
        }

        private func holds(
            _ matcher: ValueMatcher?, _ values: [ArraySlice<UInt8>], _ budget: inout MatchBudget
        ) -> Bool {
            guard let matcher else { return true }
            if matcher.isAbsent { return values.isEmpty }
            guard matcher.holdsForAll(values) else { return false }
            if matcher.isOfAllValues, matcher.tests.isEmpty { return true }
            for value in values where matcher.holds(value, &budget) { return true }
            return false
        }

        /// What its tests look at in a part of that name, for messages.
        func description(of part: MultipartPart, _ quoted: (ArraySlice<UInt8>) -> String) -> String {
            var looks: [String] = []
            if filename != nil { looks.append("filename " + (part.filename.map { quoted($0[...]) } ?? "none")) }
            if type != nil { looks.append("type " + (part.values(Self.contentType).first.map(quoted) ?? "none")) }
            for header in headers {
                looks.append("header \"\(header.name.text)\" " + (part.values(header.name).first.map(quoted) ?? "none"))
            }
            if content != nil { looks.append("content " + quoted(part.content)) }
            return looks.joined(separator: ", ")
        }

        /// Whether a pattern is matched against the form.
        var hasPattern: Bool {
            ([filename, type, content] + headers.map(\.matcher)).contains { $0?.hasPattern == true }
        }
    }
}
