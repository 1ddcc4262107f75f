internal import Systems
internal import Catalogue
internal import Wire

/// The text of `explain` for one entry of the catalogue.
struct Explanation {
    let entry: CatalogueEntry
    let index: FailureIndex
    /// The URL of a gateway, for the command to try.
    let url: String
    let style: Style

    init(_ entry: CatalogueEntry, in index: FailureIndex = .all, url: String, style: Style) {
        self.entry = entry
        self.index = index
        self.url = url
        self.style = style
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    private var lines: [String] {
        var lines = ["\(style.bold(entry.name))  \(style.faint(kind))"]
        lines += Columns.wrap(entry.summary, indent: 0) + [""]
        if !entry.aliases.isEmpty { lines += section("Also called", entry.aliases.joined(separator: ", ")) }
        for remark in entry.remarks { lines += section(remark.title, sentence(remark.text)) }
        switch entry.disposition {
        case .failure(let make): lines += details(make())
        case .causes(let causes):
            lines += [style.bold("What leads to it, \(standard(of: causes)) unless \"by\" says which")]
            lines += Columns.rows(causes.map { ($0.name, summary(of: $0)) }) + [""]
            if let failure = index[entry.name] { lines += details(failure, causes) } else { lines += [known] }
        case .notInducible(let reason): lines += section("Why no server can cause it", sentence(reason)) + [known]
        case .planned(let reason): lines += section("Why it is not built yet", sentence(reason)) + [known]
        }
        return lines
    }

    /// What a rule takes of several causes.
    private func standard(of causes: [Cause]) -> String {
        guard let standard = index.defaultCause(of: causes), standard != causes.first else { return "the first" }
        return "in a rule \(standard.name)"
    }

    private func summary(of cause: Cause) -> String {
        if let failure = index.failure(of: cause) { return failure.summary }
        return "not built yet" + (FailureIndex.planned[cause.failure].map { ": \($0.reason)" } ?? "")
    }

    private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// The sections on how a failure happens and how to try it.
    private func details(_ failure: Failure, _ causes: [Cause] = []) -> [String] {
        var lines = section("On the wire", failure.wire)
        lines += section("When", phase(failure))
        lines += section("What it needs between gateway and client", pathNeeds(failure))
        let reports = failure.allReports
        if !reports.isEmpty {
            lines += [style.bold("What clients report")]
            lines += Columns.rows(reports.map { ($0.client, $0.report) }) + [""]
        }
        if let repeats = RepeatText(failure) { lines += section("Asked again by itself", repeats.text) }
        lines += [style.bold("What \"with\" takes")]
        lines += parameters(failure, causes) + [""]
        lines += [known(reports.count > failure.reports.count ? OtherClients.versions : nil)]
        lines += ["", style.bold("Try it")] + tries(failure).map { "  \($0)" } + ["", style.bold("In a scenario")]
        let snippet = ScenarioSnippet(
            failure, in: index.dialect(of: failure), named: entry.name, by: index.defaultCause(of: causes))
        lines += snippet.text.split(separator: "\n").map { "  \($0)" }
        if let equal = EqualStep(failure) { lines += ["", style.bold("The same as a step"), "  \(equal.text)"] }
        return lines
    }

    private var known: String { known(nil) }

    /// - Parameter clients: The versions of further clients.
    private func known(_ clients: String?) -> String {
        let source = entry.source + (clients.map { "; \($0)" } ?? "")
        return ([style.bold("Known from")] + Columns.wrap("\(source) (\(entry.evidence.rawValue))", indent: 2))
            .joined(separator: "\n")
    }

    private var kind: String {
        if case .notInducible = entry.disposition { return "no server can cause it" }
        let text = index.kind(of: entry)?.text
        return index.canInduce(entry) ? text ?? "" : "not built yet" + (text.map { ", " + $0 } ?? "")
    }

    private func phase(_ failure: Failure) -> String {
        switch failure.phase {
        case .connection: "While the connection is made."
        case .handshake: "In the handshake."
        case .head: "Before the head of a response is complete."
        case .body: "In the body of the response."
        }
    }

    private func pathNeeds(_ failure: Failure) -> String {
        let needs = index.pathNeeds(of: failure)
        guard !needs.isEmpty else { return "Nothing: proxies pass it." }
        return needs.map { sentence($0.text) }.joined(separator: " ") + " Ask mishap doctor whether that is so."
    }

    private func parameters(_ failure: Failure, _ causes: [Cause]) -> [String] {
        var rows = failure.parameters.filter { causes.isEmpty || $0.name != "by" }.map {
            ($0.name, "\($0.summary) \(style.faint("(\(ParameterText($0).bounds))"))")
        }
        if let standard = index.defaultCause(of: causes) {
            let bounds = style.faint("(one of the above; default \(standard.name))")
            rows.insert(("by", "What leads to it. \(bounds)"), at: 0)
        }
        return rows.isEmpty ? ["  Nothing."] : Columns.rows(rows)
    }

    private func tries(_ failure: Failure) -> [String] {
        failure.kind == .connection || failure.strike == .tls ? OwnPort(entry.name, failure).commands : [curl(failure)]
    }

    private func curl(_ failure: Failure) -> String {
        let dialect = index.dialect(of: failure)
        return CurlCommand(
            "\(url)/__mishap/fail/\(entry.name)\(entry.sample?.path ?? dialect?.samplePath ?? "/any")",
            method: entry.sample?.method ?? "GET", showing: index.sampleScript(of: failure),
            data: entry.sample?.body ?? dialect?.sampleRequest(ofBatch: failure.needsBatch)
        ).text
    }

    private func section(_ title: String, _ text: String) -> [String] {
        [style.bold(title)] + Columns.wrap(text, indent: 2) + [""]
    }
}
