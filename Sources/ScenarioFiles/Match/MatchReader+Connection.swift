internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// Matchers of the host that a request names, of its protocol, and of the TLS of its connection.
extension MatchReader {
    func hostMatcher(_ node: JSONNode) -> [MatchProgram.Condition] {
        let (errors, ignoresCase) = (errorCount, node["ignoreCase"]?.bool == true)
        for literal in literals(in: node) {
            guard let text = text(of: literal.node) else { continue }
            let (host, message) = literal.isPart ? (text, nil) : Self.host(in: text)
            if let message {
                error(literal.node.range, message, hint: "did you mean \"\(host.lowercased().shown)\"?")
            } else if !ignoresCase {
                checkLowerCase(text, literal.node, "hosts are")
            }
        }
        guard errorCount == errors, let matcher = matcher(node) else { return [] }
        return [.test(.value(.host, MatchProgram.Field(name: [], matcher: matcher)))]
    }

    /// The host that is meant, and what is wrong with the text, if anything is.
    private static func host(in text: String) -> (host: String, message: String?) {
        var (host, message): (Substring, String?) = (text[...], nil)
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            host = text.dropFirst(scheme.count).prefix { $0 != "/" }
            message = "a host has no scheme"
        }
        if let colon = host.lastIndex(of: ":"), host.hasPrefix("[") ? host[..<colon].hasSuffix("]") : true {
            if !host.hasPrefix("["), host[..<colon].contains(":") {
                return ("[\(host)]", "an IPv6 address stands in brackets")
            }
            host = host[..<colon]
            message = message ?? "a host has no port"
        }
        return (String(host), message)
    }

    /// `what`: such as "hosts are".
    private func checkLowerCase(_ text: String, _ node: JSONNode, _ what: String) {
        guard text.utf8.contains(where: { $0 != $0.asciiLowercased }) else { return }
        error(
            node.range, "\(what) compared in lower case",
            hint: "did you mean \"\(Array(text.utf8).map(\.asciiLowercased).text.shown)\"?")
    }

    func protocolMatcher(_ node: JSONNode) -> [MatchProgram.Condition] {
        let meant = [
            "1.0": "HTTP/1.0", "1": "HTTP/1.1", "1.1": "HTTP/1.1", "http/1": "HTTP/1.1", "2": "h2", "2.0": "h2",
            "http/2": "h2", "http/2.0": "h2", "http2": "h2",
        ]
        return wordMatcher(node, ObjectShape.protocols, "a protocol", "every request has a protocol") { word in
            if word == "http" || word == "https" {
                return "the scheme is \"tls\": { \"exists\": \(word == "https") }"
            }
            let own = ObjectShape.protocols.first { $0.lowercased() == word } ?? meant[word]
            return own.map { "did you mean \"\($0)\"?" }
        }.map { [.test(.value(.protocol, MatchProgram.Field(name: [], matcher: $0)))] } ?? []
    }

    func tlsMatchers(_ node: JSONNode) -> [MatchProgram.Condition] {
        guard let members = object(node, .tlsMatch, what: "\"tls\"") else { return [] }
        if members.isEmpty {
            error(node.range, "\"tls\" asks for nothing", hint: "to take any TLS, it is { \"exists\": true }")
        }
        func condition(_ member: MatchProgram.TLSMember, _ matcher: ValueMatcher) -> MatchProgram.Condition {
            let index = MatchProgram.TLSMember.allCases.firstIndex(of: member) ?? 0
            return .test(
                .value(.tls, MatchProgram.Field(name: Array(member.rawValue.utf8), index: index, matcher: matcher)))
        }
        return members.compactMap { member in
            let value = member.value
            switch member.name {
            case "exists":
                guard let exists = flag(member) else { return nil }
                if !exists, let other = members.first(where: { $0.name != "exists" }) {
                    error(other.nameRange, "a connection without TLS has no \"\(other.name)\"")
                }
                // Over TLS there is always a version.
                return condition(
                    .version, ValueMatcher([], isAbsent: !exists, sourceText: "{\"exists\":\(exists)}"))
            case "version":
                return wordMatcher(
                    value, TLSInfo.Version.allCases.map(\.name), "a version of TLS", nil,
                    hint: { word in
                        let digits = word.replacing(each: "tls", by: "").drop { "v ".contains($0) }
                        return ["1.2", "1.3"].contains(String(digits)) ? "did you mean \"\(digits)\"?" : nil
                    }
                ).map { condition(.version, $0) }
            case "serverName":
                let errors = errorCount
                for literal in literals(in: value) where value["ignoreCase"]?.bool != true {
                    if let text = text(of: literal.node) { checkLowerCase(text, literal.node, "server names are") }
                }
                return errorCount == errors ? matcher(value).map { condition(.serverName, $0) } : nil
            case "clientCertificate": return matcher(value).map { condition(.clientCertificate, $0) }
            default: return nil
            }
        }
    }

    /// A matcher whose literals are words of a list. `always`: why there is always a value, if so.
    private func wordMatcher(
        _ node: JSONNode, _ words: [String], _ what: String, _ always: String?, hint: (String) -> String?
    ) -> ValueMatcher? {
        let (errors, ignoresCase) = (errorCount, node["ignoreCase"]?.bool == true)
        for (node, isPart) in literals(in: node) where !isPart {
            guard node.utf8 != nil else {
                wrongType(node, what, "a string", hint: node.number.flatMap { hint($0.text) })
                continue
            }
            guard let text = text(of: node), !words.contains(text),
                !ignoresCase || !words.contains(where: { $0.lowercased() == text.lowercased() })
            else { continue }
            error(
                node.range, "\"\(text.shown)\" is not \(what); it is \(words.quotedList(last: "or"))",
                hint: hint(text.lowercased()))
        }
        guard errorCount == errors, let matcher = matcher(node) else { return nil }
        if let always, matcher.isAbsent {
            error(node.range, always)
            return nil
        }
        return matcher
    }

    /// The text of a literal; nil if it has placeholders.
    private func text(of node: JSONNode) -> String? {
        node.utf8.flatMap { Placeholders.firstBraces(in: $0) == nil ? $0.text : nil }
    }
}
