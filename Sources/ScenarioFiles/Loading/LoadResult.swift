public import JSONText
public import Rules

/// The result of loading: all scenarios, or none and the reasons.
public struct LoadResult: Sendable {
    /// In the order of their names; empty if there was any error.
    public let scenarios: [CompiledScenario]
    public let diagnostics: DiagnosticBag
    /// Texts of the files that diagnostics point into.
    public let sources: [SourceText]

    public var hasErrors: Bool { diagnostics.hasErrors }

    /// The diagnostics with the lines of the files, as a compiler prints them; empty if there are none.
    public var text: String { text(on: DiagnosticRenderer.Page()) }

    public func text(on page: DiagnosticRenderer.Page) -> String {
        DiagnosticRenderer(sources, on: page).render(diagnostics)
    }
}
