internal import Catalogue
internal import JSONText
internal import Mishap
internal import Rules
internal import Wire

/// The message of `serve` after it started: what is loaded, where to point the client, and three commands to try.
struct StartupMessage {
    let url: String
    /// What there is to know for clients that speak TLS.
    let encrypted: String
    let scenarios: [CompiledScenario]
    let paths: [String]
    /// The scenario for requests that select none.
    let main: String?
    /// Those that scenarios have of their own.
    let ports: [ScenarioPort]
    let style: Style

    /// - Parameter url: By which clients reach it; nil for that where it listens.
    init(
        _ gateway: Gateway, at url: String? = nil, _ scenarios: [CompiledScenario], paths: [String], main: String?,
        ports: [ScenarioPort] = [], style: Style
    ) {
        self.url = url ?? gateway.url
        encrypted = Self.encrypted(gateway, at: self.url)
        self.scenarios = scenarios
        self.ports = ports
        self.paths = paths
        self.main = main ?? (scenarios.count == 1 ? scenarios[0].name : nil)
        self.style = style
    }

    var text: String {
        var lines = ["", "  \(loaded)", "  \(instructions)", "  \(encrypted)", "", "  Try:"]
        for (line, description) in examples {
            lines.append("    \(style.bold(line))")
            if let description { lines.append("        \(style.faint(Terminal.safe(description)))") }
        }
        lines += ["", "  What happened is in \(url)/__mishap/sessions/\(journal)/journal. Ctrl-C stops.", ""]
        return lines.joined(separator: "\n") + "\n"
    }

    private var loaded: String {
        let places = Terminal.safe(paths.joined(separator: ", "))
        switch scenarios.count {
        case 0 where paths.isEmpty:
            return style.yellow(
                "No scenarios: sessions bring their own, or mishap serve PATH. Failures are served by name.")
        case 0: return style.yellow("No scenarios in \(places); failures by name are served all the same.")
        case 1: return "Serving the scenario \(scenarios[0].name) from \(places)."
        default: return "Serving \(scenarios.count) scenarios from \(places): \(Self.families(scenarios.map(\.name)))."
        }
    }

    /// Where a scenario is reached; nil if it has no port of its own and needs one.
    private func address(of scenario: CompiledScenario) -> String? {
        if let port = ports.first(where: { $0.scenario == scenario.name }) { return port.url }
        guard scenario.connections.isEmpty else { return nil }
        return scenario.name == main ? url : "\(url)/@\(scenario.name)"
    }

    private var instructions: String {
        if let scenario = scenarios.first(where: { $0.name == main }), !scenario.connections.isEmpty {
            guard let address = address(of: scenario) else {
                return "Give \(scenario.name) a port of its own: --listen \(scenario.name)=PORT."
            }
            return "Point your client at \(style.bold(address)) for \(scenario.name)."
        }
        if let main, scenarios.count > 1 {
            return "Point your client at \(style.bold(url)) for \(main), or at \(url)/@NAME/ for any other."
        }
        if main != nil { return "Point your client at \(style.bold(url)) instead of the real gateway." }
        if scenarios.isEmpty {
            return "Point your client at \(style.bold("\(url)/__mishap/fail/NAME")), with a name of mishap catalogue."
        }
        return "Point your client at \(style.bold("\(url)/@NAME/")), with the name of a scenario."
    }

    private static func encrypted(_ gateway: Gateway, at url: String) -> String {
        if gateway.hasOwnCertificate { return "https is spoken on the same port, with the certificate of --tls-cert." }
        // Whoever does not trust it yet gets it in the clear.
        let base = url.hasPrefix("https:") ? gateway.url : url
        return "https is spoken on the same port; \(base)/__mishap/ca.pem is the certificate to trust."
    }

    /// The session whose journal URL is shown.
    private var journal: String {
        let name = main == nil ? exampleScenarios.first?.name ?? "NAME" : "default"
        return name.split(separator: "/").joined(separator: "--")
    }

    // MARK: Examples

    private static let wellKnown = ["tcp/reset-mid-body", "http/timeout", "http/html"]

    /// Up to three scenarios to try: the default one, then well-known ones, then the others.
    private var exampleScenarios: [CompiledScenario] {
        var names = [main].compactMap(\.self) + Self.wellKnown + scenarios.map(\.name)
        var seen: Set<String> = []
        names = names.filter { seen.insert($0).inserted }
        // No more are looked for than are shown.
        return Array(
            names.lazy.compactMap { name in
                scenarios.first { $0.name == name && !$0.rules.isEmpty && address(of: $0) != nil }
            }.prefix(3))
    }

    private var examples: [(line: String, description: String?)] {
        var examples = exampleScenarios.map { scenario in
            let example = scenario.rules[0].match.example
            return (
                CurlCommand(
                    (address(of: scenario) ?? url) + example.path, method: example.method,
                    showing: Self.script(scenario),
                    data: scenario.dialect.sampleRequest(ofBatch: false)
                ).text,
                scenario.description
            )
        }
        let failures = ["http/truncated-json", "tcp/reset-mid-body", "http/status/503"]
        for name in failures.prefix(max(0, 3 - examples.count)) {
            examples.append((CurlCommand("\(url)/__mishap/fail/\(name)/any").text, nil))
        }
        return examples
    }

    /// The first answer of the first rule; nil if it depends on the request.
    private static func script(_ scenario: CompiledScenario) -> WireScript? {
        guard case .answer(let answer)? = scenario.rules.first?.steps.first?.act else { return nil }
        switch answer.source {
        case .script(let script), .reply(_, let script): return script
        case .negotiated(let answers): return answers.coded.script
        case .onDemand(let script): return script.value
        case .perRequest, .laidOut, .fromSystemAnswer: return nil
        }
    }

    /// Counts scenarios by the first segment of their names: "http (31), tcp (11)".
    static func families(_ names: [String]) -> String {
        var counts: [String: Int] = [:]
        for name in names {
            let parts = name.split(separator: "/")
            counts[parts.count > 1 ? String(parts[0]) : "", default: 0] += 1
        }
        let all = counts.keys.sorted().map { family in
            family.isEmpty ? "\(counts[family, default: 0]) of their own" : "\(family) (\(counts[family, default: 0]))"
        }
        return all.count > 8 ? all.prefix(8).joined(separator: ", ") + " and more" : all.joined(separator: ", ")
    }
}
