internal import Bytes
internal import Catalogue
internal import Synchronization
internal import Systems
internal import Wire

/// Names below `tls.localhost`, each of which is a failure without a scenario: `expired.tls.localhost`, several at once as in
/// `expired--no-alpn.tls.localhost`, and a variant as in `old-version-ssl3.tls.localhost`.
final class FailureHosts: Sendable {
    enum Found: Sendable {
        case plan(ConnectionPlan)
        /// There is none, for this reason: a sentence without its full stop.
        case problem(String)
    }

    private let found = Mutex<[String: Found]>([:])
    /// Clients choose the names.
    private static let most = 256
    private static let longestName = 253
    private static let end = ".tls.localhost"
    /// The end without `.localhost`.
    private static let label = Array(".tls".utf8)

    /// The part before `.tls`, in lower case, of the part before `.localhost`; nil for other hosts.
    static func name(inHost host: ArraySlice<UInt8>) -> String? {
        guard host.count > label.count, host.suffix(label.count).lazy.map(\.asciiLowercased).elementsEqual(label)
        else { return nil }
        return String(decoding: host.dropLast(label.count).lazy.map(\.asciiLowercased), as: UTF8.self)
    }

    /// What becomes of a connection whose client asks for this server, in lower case; nil if that is no failure's name.
    func plan(ofServerName name: String) -> ConnectionPlan? {
        guard name.hasSuffix(Self.end), case .plan(let plan) = self[String(name.dropLast(Self.end.utf8.count))] else {
            return nil
        }
        return plan
    }

    /// - Parameter name: The part before `.tls.localhost`, in lower case.
    subscript(name: String) -> Found {
        guard name.utf8.count <= Self.longestName else { return .problem("the name is too long") }
        if let known = found.withLock({ $0[name] }) { return known }
        let made = Self.make(name)
        return found.withLock { found in
            if let known = found[name] { return known }
            if found.count >= Self.most { found = [:] }
            found[name] = made
            return made
        }
    }

    private static func make(_ name: String) -> Found {
        var whole = TLSFault()
        for part in parts(of: name) {
            guard let fault = fault(named: part) else {
                let names = FailureIndex.all.chapter(of: "tls/")?.names ?? []
                let nearest = EditDistance.nearest(to: "tls/\(part)", among: names)
                return .problem(
                    "there is no failure tls/\(part.prefix(100))" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
            }
            guard let both = whole.combined(with: fault) else {
                return .problem("of \(parts(of: name).joined(separator: " and ")), one leaves no room for the other")
            }
            whole = both
        }
        let settings = TLSSettings(.standard, fault: whole)
        return .plan(ConnectionPlan(.serve, tls: settings, failure: "tls/\(name)"))
    }

    /// Divided at each `--`.
    private static func parts(of name: String) -> [String] {
        var parts = [""]
        var rest = name[...]
        while let first = rest.first {
            let isBetween = rest.hasPrefix("--")
            if isBetween { parts.append("") } else { parts[parts.count - 1].append(first) }
            rest = rest.dropFirst(isBetween ? 2 : 1)
        }
        return parts
    }

    /// A failure with its defaults, or with a word of one of its parameters behind its name.
    private static func fault(named name: String) -> TLSFault? {
        if let failure = FailureIndex.all["tls/\(name)"] { return failure.tlsFault?(Arguments(of: failure)) }
        for (index, character) in zip(name.indices, name).reversed() where character == "-" {
            let variant = "tls/\(name[..<index])/\(name[name.index(after: index)...])"
            if let failure = FailureIndex.all[variant] { return failure.tlsFault?(Arguments(of: failure)) }
        }
        return nil
    }
}
