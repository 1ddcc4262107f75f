package import Wire

/// Parameters shared by several failures, so that the same name always has the same meaning.
extension Parameter {
    /// `by`: one of several variants; the first is the default.
    package static func by(_ words: [String], _ summary: String) -> Parameter {
        Parameter("by", .word(words), summary, standard: words.first.map(Argument.text))
    }

    /// `by`: how the connection ends; and `pause`, if by a reset.
    static let ending = [
        by(
            ["close", "close-notify", "reset", "stall"],
            "How it ends: close (FIN), close-notify (over TLS a close_notify before it), reset (RST) or stall (silence)."
        ),
        Parameter(
            "pause", .duration,
            "By reset: silence from the moment that all was acknowledged to the RST; 20 ms unless given.",
            onlyIf: Condition(parameter: "by", word: "reset")),
    ]

    /// `pause`: of a failure that always ends with a reset.
    static let resetPause = Parameter(
        "pause", .duration,
        "Silence from the moment that all was acknowledged to the RST. With none, what a client reports is chance.",
        standard: .duration(Ending.standardPause))

    /// `after`: an offset in the body of the response; by default its middle.
    static let afterBody = Parameter(
        "after", .bodyPosition, "Bytes of body that still go out, or a share of it; half of it by default.")

    /// The same, or a time after the head.
    static let cutAfter = Parameter(
        "after", .cutPosition,
        "Bytes of body that still go out, a share of it, or a time after the head; half of it by default.")

    /// `after`: an offset in the body of the request.
    static func afterUpload(standard: Int) -> Parameter {
        Parameter(
            "after", .bodyPosition,
            "Bytes of the request's body, as they come, that are read before it strikes, or a share of its Content-Length.",
            standard: .count(standard))
    }

    /// `bytes` and `every`, which make up a pace.
    static func pace(bytes: Int, every: Nanoseconds) -> [Parameter] {
        [
            Parameter("bytes", .bytes(1...1_000_000), "Bytes written at once.", standard: .count(bytes)),
            Parameter("every", .duration, limit: .aboveZero, "Silence between two writes.", standard: .duration(every)),
        ]
    }
}

extension Arguments {
    /// The ending selected by `by`.
    var ending: Ending {
        switch text("by") {
        case "reset": .reset(pause: duration("pause"))
        case "stall": .hold
        case "close-notify": .close
        default: .truncation
        }
    }

    var pace: Pace { Pace(bytes: max(1, count("bytes") ?? 1), interval: duration("every") ?? 0) }

    /// The offset in the request's body given by `after`.
    func upload(standard: Int) -> Upload {
        switch position("after") {
        case .percent(let percent): .interruptAtShare(percent: percent)
        case .bytes(let count): .interrupt(after: count)
        default: .interrupt(after: standard)
        }
    }

    /// The same offset, where nothing is read for `time`.
    func pausedUpload(for time: Nanoseconds) -> Upload {
        switch position("after") {
        case .percent(let percent): .pauseAtShare(percent: percent, for: time)
        case .bytes(let count): .pause(after: count, for: time)
        default: .pause(after: 0, for: time)
        }
    }

    /// The time given by `after`, of a failure that cuts the body off.
    package func cutTime(of failure: Failure) -> Nanoseconds? {
        guard failure.parameters.contains(where: { $0.kind == .cutPosition }), case .time(let time) = cutPosition else {
            return nil
        }
        return time
    }

    /// The position given by `after`.
    var cutPosition: Cut.Position { position("after") ?? .percent(50) }
}
