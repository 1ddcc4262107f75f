internal import Wire

/// Parameters that several failures share, so that the same word means the same everywhere.
extension Parameter {
    /// Which of several causes; the first is the default.
    package static func by(_ words: [String], _ summary: String) -> Parameter {
        Parameter("by", .word(words), summary, standard: words.first.map(Argument.text))
    }

    /// How the connection ends behind what was sent.
    static func end(_ words: [String] = ["close", "reset", "stall"]) -> Parameter {
        by(words, "How it ends: close (FIN), reset (RST) or stall (silence).")
    }

    /// A place in the body of the response; its middle where nothing is said.
    static let afterBody = Parameter(
        "after", .count(0...4_000_000_000), "Bytes of body that still go out; half of it by default.")

    /// A place in the body of the request.
    static func afterUpload(standard: Int) -> Parameter {
        Parameter(
            "after", .count(0...4_000_000_000),
            "Bytes of the request's body that are read before it strikes.",
            standard: .count(standard))
    }

    /// The two halves of a pace.
    static func pace(bytes: Int, every: Nanoseconds) -> [Parameter] {
        [
            Parameter("bytes", .count(1...1_000_000), "Bytes written at once.", standard: .count(bytes)),
            Parameter("every", .duration, limit: .aboveZero, "Silence between two writes.", standard: .duration(every)),
        ]
    }
}

extension Arguments {
    /// The ending that `by` names.
    var ending: Ending {
        switch text("by") {
        case "reset": .reset
        case "stall": .hold
        default: .close
        }
    }

    var pace: Pace { Pace(bytes: max(1, count("bytes") ?? 1), interval: duration("every") ?? 0) }

    /// The place that `after` names in a body.
    var cutPosition: Cut.Position { count("after").map(Cut.Position.bytes) ?? .percent(50) }
}
