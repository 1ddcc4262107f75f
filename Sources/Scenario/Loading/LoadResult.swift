public import JSONText

/// What came of loading: all scenarios, or none and the reasons.
public struct LoadResult: Sendable {
    /// By name; empty where anything at all was an error.
    public let scenarios: [CompiledScenario]
    public let diagnostics: DiagnosticBag
    /// The files that diagnostics point into.
    public let sources: [SourceText]

    public var hasErrors: Bool { diagnostics.hasErrors }

    /// The diagnostics as a compiler shows them; empty where there are none.
    public var text: String { DiagnosticRenderer(sources).render(diagnostics) }
}
