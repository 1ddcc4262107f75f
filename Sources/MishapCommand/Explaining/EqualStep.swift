internal import Catalogue
internal import Wire

/// The step with `pace` or `cut` that does the same as a failure, for failures that are no more than that.
struct EqualStep {
    let text: String

    /// Nil if no pace and no cut alone does what the failure does to a reply.
    init?(_ failure: Failure) {
        guard case .spoiler(let spoil) = failure.prepared(Arguments(of: failure)) else { return nil }
        let reply = PlainHTTP().stockSuccess
        var spoiled = reply
        spoil(nil, &spoiled)
        var modifiers: [String] = []
        if let pace = spoiled.pace {
            let bytes = pace.isSeeded ? "[\(pace.bytes), \(pace.largest)]" : "\(pace.bytes)"
            modifiers.append(
                "\"pace\": { \"bytes\": \(bytes), \"every\": \"\(ParameterText.duration(pace.interval))\" }")
        }
        if let cut = spoiled.cut {
            guard let after = Self.position(cut.position), let end = Self.end(cut.ending) else { return nil }
            modifiers.append("\"cut\": { \"after\": \(after), \"end\": \"\(end)\" }")
        }
        spoiled.pace = nil
        spoiled.cut = nil
        guard !modifiers.isEmpty, spoiled == reply else { return nil }
        text = "{ \"reply\": { \"json\": { \"ok\": true } }, \(modifiers.joined(separator: ", ")) }"
    }

    private static func position(_ position: Cut.Position) -> String? {
        switch position {
        case .bytes(let count): "\(count)"
        case .percent(let percent): "\"\(percent)%\""
        case .headers: "\"head\""
        case .head(.byte(let count)): "{ \"head\": \(count) }"
        case .head(.statusLine): "\"status\""
        case .time(let time): "\"\(ParameterText.duration(time))\""
        case .head, .answer: nil
        }
    }

    private static func end(_ ending: Ending) -> String? {
        switch ending.act {
        case .finish: "close"
        case .reset: "reset"
        case .hold: "stall"
        }
    }
}
