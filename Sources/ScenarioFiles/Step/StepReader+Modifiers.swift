internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The modifiers of a step: delay, pace, cut and what becomes of the connection.
struct StepModifiers {
    struct LocatedPace {
        let pace: Pace
        let range: Range<Int>
    }

    struct LocatedCut {
        let cut: Cut
        /// Range of the name of the field.
        let range: Range<Int>
        /// Range of the value of `after`.
        let afterRange: Range<Int>
    }

    struct LocatedKeepAlive {
        let keepAlive: KeepAlive
        /// Range of the name of the field.
        let range: Range<Int>
    }

    var delay: DelayRule?
    var pace: LocatedPace?
    var cut: LocatedCut?
    var keepAlive: LocatedKeepAlive?
    /// How fast the body of the request is read.
    var readPace: LocatedPace?

    /// What changes a reply, for replies that are made for each request.
    var shape: Shape { Shape(pace: pace?.pace, cut: cut?.cut, readPace: readPace?.pace) }

    struct Shape: Sendable {
        let pace: Pace?
        let cut: Cut?
        var readPace: Pace?

        func apply(to reply: inout Reply, _ rendering: Rendering) {
            if let pace { reply.pace = pace.seeded(by: rendering.draw(.pace)) }
            if let cut { reply.cut = cut }
            if let readPace { reply.upload = .paced(readPace) }
        }
    }
}

extension StepReader {
    func modifiers(_ members: [JSONMember]) -> StepModifiers {
        var modifiers = StepModifiers()
        for member in members {
            switch member.name {
            case "delay": modifiers.delay = delay(member.value)
            case "pace":
                modifiers.pace = fileReader.pace(member.value, "\"pace\"").map {
                    StepModifiers.LocatedPace(pace: $0, range: member.nameRange)
                }
            case "readPace":
                modifiers.readPace = fileReader.readPace(member.value).map {
                    StepModifiers.LocatedPace(pace: $0, range: member.nameRange)
                }
            case "cut": modifiers.cut = cut(member)
            case "keepAlive":
                modifiers.keepAlive = fileReader.keepAlive(member.value).map {
                    StepModifiers.LocatedKeepAlive(keepAlive: $0, range: member.nameRange)
                }
            default: break
            }
        }
        return modifiers
    }

    /// `ofChunk`: of a part of an answer, in whose place nothing else can be sent.
    func delay(_ node: JSONNode, ofChunk: Bool = false) -> DelayRule? {
        if let range = MeantValue.uniform(node) {
            error(node.range, "a delay within a range is an object", hint: "it is \(range)")
            return nil
        }
        if let text = node.utf8 {
            guard Placeholders.firstBraces(in: text) != nil else {
                return duration(node, "\"delay\"").map { .fixed($0) }
            }
            if ofChunk {
                error(node.range, "a delay within an answer has no placeholders", hint: "the \"delay\" of the step can")
                return nil
            }
            guard let template = templates.template(node, "\"delay\"") else { return nil }
            return template.constant == nil ? .made(template) : duration(node, "\"delay\"").map { .fixed($0) }
        }
        guard node.members != nil else {
            wrongType(
                node, "\"delay\"", "a duration such as \"250ms\", or an object", hint: MeantValue.duration(node))
            return nil
        }
        guard let members = object(node, .delay) else { return nil }
        let known = members.filter { Vocabulary.delay.names.contains($0.name) }
        let kinds = known.filter { !["atMost", "then"].contains($0.name) }
        guard let member = kinds.first, kinds.count == 1 else {
            if known.count == members.count {
                error(node.range, "a delay is \"uniform\", \"lognormal\" or \"until\"")
            }
            return nil
        }
        let atMost = known.first { $0.name == "atMost" }
        let then = known.first { $0.name == "then" }
        if ofChunk, let then {
            error(
                then.nameRange, "\"then\" has no place within an answer: after \"atMost\" the part is sent",
                hint: "the \"delay\" of the step can have it")
            return nil
        }
        if member.name == "until" { return until(member, atMost: atMost, then: then, in: members, ofChunk: ofChunk) }
        if let then { error(then.nameRange, "\"then\" needs \"until\" beside it") }
        if let atMost { error(atMost.nameRange, "\"atMost\" needs \"until\" beside it") }
        return member.name == "uniform" ? uniform(member.value) : lognormal(member.value)
    }

    private func uniform(_ node: JSONNode) -> DelayRule? {
        guard let bounds = node.elements, bounds.count == 2 else {
            error(node.range, "\"uniform\" is a list of two durations")
            return nil
        }
        guard let shortest = duration(bounds[0], "the shortest delay"),
            let longest = duration(bounds[1], "the longest delay")
        else { return nil }
        guard shortest <= longest else {
            error(node.range, "the shortest delay comes first")
            return nil
        }
        return .uniform(shortest, longest)
    }

    private func lognormal(_ node: JSONNode) -> DelayRule? {
        guard let members = object(node, .lognormal, what: "\"lognormal\"") else { return nil }
        guard let median = members.first(where: { $0.name == "median" }),
            let sigma = members.first(where: { $0.name == "sigma" })
        else {
            if ["median", "sigma"].contains(where: { isMisspelt($0, members, .lognormal) }) { return nil }
            error(node.range, "\"lognormal\" needs \"median\" and \"sigma\"")
            return nil
        }
        guard let time = duration(median.value, "\"median\"") else { return nil }
        guard let deviation = sigma.value.number?.double, (0...10).contains(deviation) else {
            error(sigma.value.range, "\"sigma\" must be a number from 0 to 10")
            return nil
        }
        return .lognormal(median: time, sigma: deviation)
    }
}

// MARK: - Cuts
extension StepReader {
    private static let ends = ["close", "close-notify", "reset", "stall"]

    private func cut(_ member: JSONMember) -> StepModifiers.LocatedCut? {
        guard let members = object(member.value, .cut, what: "\"cut\"") else { return nil }
        guard let after = members.first(where: { $0.name == "after" }),
            let end = members.first(where: { $0.name == "end" })
        else {
            if ["after", "end"].contains(where: { isMisspelt($0, members, .cut) }) { return nil }
            error(member.value.range, "\"cut\" needs \"after\" and \"end\"")
            return nil
        }
        let place = cutPlace(after.value)
        guard let word = word(end.value, "\"end\"", Self.ends) else { return nil }
        var stall: Nanoseconds?
        if let time = members.first(where: { $0.name == "for" }) {
            stall = duration(time.value, "\"for\"")
            if word != "stall" {
                error(time.nameRange, "only a stall has a \"for\"", hint: "\"\(word)\" ends the connection")
            }
        }
        var pause: Nanoseconds?
        if let time = members.first(where: { $0.name == "pause" }) {
            pause = duration(time.value, "\"pause\"")
            if word != "reset" {
                error(
                    time.nameRange, "only a reset has a \"pause\"",
                    hint: word == "stall"
                        ? "how long a stall lasts is its \"for\"" : "a FIN follows the last bytes at once")
            }
        }
        guard let place else { return nil }
        let ending: Ending =
            switch word {
            case "close": .truncation
            case "close-notify": .close
            case "reset": .reset(pause: pause)
            default: .hold
            }
        return StepModifiers.LocatedCut(
            cut: Cut(after: place, ending: ending, stall: stall), range: member.nameRange,
            afterRange: after.value.range)
    }

    private func cutPlace(_ node: JSONNode) -> Cut.Position? {
        switch node.value {
        case .number: return fileReader.cutPosition(node, "\"after\"")
        case .object:
            guard let members = object(node, .cutPlace) else { return nil }
            guard let head = members.first(where: { $0.name == "head" }) else {
                if members.isEmpty { error(node.range, "a place to cut needs \"head\"") }
                return nil
            }
            return fileReader.byteCount(head.value, "\"head\"", 0...1_000_000).map { .head(.byte($0)) }
        case .string(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            if text == "head" { return .headers }
            if text == "status" { return .head(.statusLine) }
            if text.first?.isNumber == true { return fileReader.cutPosition(node, "\"after\"") }
            error(
                node.range, "\"\(text.shown)\" is not a place to cut",
                hint: text == "headers"
                    ? "after the whole head, it is \"head\""
                    : "use bytes of body (120, \"10KB\"), a share of it (\"50%\"), a time (\"2s\"), \"head\", \"status\" or { \"head\": 10 }"
            )
            return nil
        default:
            wrongType(node, "\"after\"", "a number, a string or an object")
            return nil
        }
    }
}
