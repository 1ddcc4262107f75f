internal import Bytes
internal import JSONText
internal import Wire

/// How the TLS of connections to a port is to be.
extension FileReader {
    /// `shared`: the settings of the entries before, of which equal ones are taken.
    func connectionTLS(_ node: JSONNode, _ shared: inout [TLSSettings]) -> TLSSettings? {
        guard let members = object(node, .connectionTLS, what: "\"tls\"") else { return nil }
        let errors = errorCount
        if members.isEmpty {
            error(node.range, "\"tls\" says nothing", hint: "without it, a connection has TLS as usual")
        }
        func value(_ name: String) -> JSONNode? { members.first { $0.name == name }?.value }
        let versions = value("versions").map { self.versions($0) } ?? TLSSettings.standard.versions
        let alpn = value("alpn").map { protocols($0) } ?? TLSSettings.standard.alpn
        let authorities = value("clientCA").map { clientAuthorities($0) } ?? []
        // Whoever names an authority wants certificates of it.
        var certificate = value("clientCA") == nil ? TLSSettings.ClientCertificate.none : .required
        if let given = value("clientCertificate") {
            certificate =
                word(given, "\"clientCertificate\"", ["optional", "required"]) == "optional" ? .optional : .required
        }
        guard errorCount == errors else { return nil }
        let equal = shared.first {
            $0.versions == versions && $0.alpn == alpn && $0.clientCertificate == certificate
                && $0.clientAuthorities == authorities
        }
        if let equal { return equal }
        let settings = TLSSettings(
            versions: versions, alpn: alpn, clientCertificate: certificate, clientAuthorities: authorities)
        if let given = value("versions"), let problem = certificates?.problem(with: settings) {
            error(given.range, problem)
            return nil
        }
        shared.append(settings)
        return settings
    }

    private func versions(_ node: JSONNode) -> Set<TLSInfo.Version> {
        let names = TLSInfo.Version.spoken.map(\.name)
        return Set(
            words(node, "\"versions\"", such: "[\"1.2\"]") { word, node in
                if !names.contains(word) {
                    let digits = word.lowercased().replacing(each: "tls", by: "").drop { "v ".contains($0) }
                    error(
                        node.range, "\"\(word.shown)\" is not a version of TLS; it is \(names.quotedList(last: "or"))",
                        hint: names.contains(String(digits)) ? "did you mean \"\(digits)\"?" : nil)
                }
            }.compactMap { word in TLSInfo.Version.spoken.first { $0.name == word } })
    }

    /// The library keeps names of so many bytes, and so many of them.
    private static let longestProtocol = 31
    private static let mostProtocols = 8

    private func protocols(_ node: JSONNode) -> [String] {
        let names = words(node, "\"alpn\"", such: "[\"http/1.1\"]") { word, node in
            if word == "h2" {
                error(node.range, "HTTP/2 is not built yet, which \"h2\" is")
            } else if !(1...Self.longestProtocol).contains(word.utf8.count) {
                error(node.range, "a protocol has a name of 1 to \(Self.longestProtocol) bytes")
            }
        }
        if names.count > Self.mostProtocols {
            error(node.range, "\"alpn\" has \(Self.mostProtocols) protocols at most")
        }
        return names
    }

    /// A list of different words.
    private func words(
        _ node: JSONNode, _ what: String, such example: String, _ check: (String, JSONNode) -> Void
    ) -> [String] {
        guard let nodes = node.elements else {
            let hint = node.string.map { "it is \(what): [\"\($0.shown)\"]" } ?? "it is such as \(example)"
            wrongType(node, what, "a list", hint: hint)
            return []
        }
        if nodes.isEmpty { error(node.range, "\(what) is empty", hint: "it is such as \(example)") }
        var words: [String] = []
        for node in nodes {
            guard let word = node.string else {
                wrongType(node, "an element of \(what)", "a string", hint: node.number.map { "it is \"\($0.text)\"" })
                continue
            }
            check(word, node)
            if words.contains(word) { error(node.range, "\"\(word.shown)\" stands twice in \(what)") }
            words.append(word)
        }
        return words
    }

    private static let beginning = ByteSearch(Array("-----BEGIN CERTIFICATE-----".utf8))

    private func clientAuthorities(_ node: JSONNode) -> [UInt8] {
        guard let path = string(node, "\"clientCA\""), let bytes = file(path, node, "\"clientCA\" can be") else {
            return []
        }
        if !Self.beginning.isFound(in: bytes[...]) {
            error(
                node.range, "\"\(path.shown)\" has no certificate",
                hint: "a certificate in PEM begins with -----BEGIN CERTIFICATE-----")
        } else if let problem = certificates?.problem(withAuthorities: bytes) {
            error(node.range, "\"\(path.shown)\": \(problem)")
        }
        return bytes
    }
}
