internal import JSONText
internal import Rules
internal import Wire

/// What is added to a session of a scenario that there is.
extension ScenarioLoader {
    /// What `read` makes of a text; nil if it has errors.
    func added<Part>(
        _ text: [UInt8], named name: String, to scenario: CompiledScenario, _ numbering: inout ScriptNumbering,
        _ read: (FileReader, JSONNode) -> Part
    ) -> (Part?, LoadResult) {
        let source = SourceText(name: name, bytes: text)
        switch JSONParser.parse(text) {
        case .failure(let error):
            var diagnostics = DiagnosticBag()
            diagnostics.add(error.diagnostic(in: source))
            return (nil, LoadResult(scenarios: [], diagnostics: diagnostics, sources: [source]))
        case .success(let root):
            let fileReader = fileReader(source, ScenarioOverrides(seed: scenario.seed), numbering)
            fileReader.declare(as: scenario)
            let part = read(fileReader, root)
            numbering = fileReader.numbering
            return (
                fileReader.diagnostics.hasErrors ? nil : part,
                LoadResult(scenarios: [], diagnostics: fileReader.diagnostics, sources: [source])
            )
        }
    }
}
