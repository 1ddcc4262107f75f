/// Text styles on a terminal; plain text elsewhere.
struct Style: Sendable {
    let isOn: Bool

    static let plain = Style(isOn: false)

    private init(isOn: Bool) { self.isOn = isOn }

    /// For standard output.
    init(output context: CommandContext) {
        isOn = context.output.colours.output && !context.environment.forbidsColour
    }

    /// For standard error.
    init(error context: CommandContext) {
        isOn = context.output.colours.error && !context.environment.forbidsColour
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
