internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// What becomes of connections to a port of the scenario's own, before there is a request.
extension FileReader {
    func connections(_ member: JSONMember) -> [ConnectionEntry] {
        guard let nodes = member.value.elements else {
            wrongType(
                member.value, "\"connections\"", "a list", hint: MeantValue.list(of: member.value, named: "connections")
            )
            return []
        }
        if nodes.isEmpty {
            error(
                member.value.range, "\"connections\" is empty",
                hint: "an entry is such as { \"fail\": \"tcp/silent\" } or { \"accept\": true }")
        }
        var tls = [TLSSettings.standard]
        return nodes.enumerated().compactMap { entry($1, isLast: $0 == nodes.count - 1, &tls) }
    }

    private func entry(_ node: JSONNode, isLast: Bool, _ tls: inout [TLSSettings]) -> ConnectionEntry? {
        guard let members = object(node, .connection) else { return nil }
        let errors = errorCount
        func member(_ name: String) -> JSONMember? { members.first { $0.name == name } }
        if let description = member("description") { _ = string(description.value, "\"description\"") }
        let (accept, fail) = (member("accept"), member("fail"))
        if let accept { _ = isTrue(accept) }
        if let accept, fail != nil {
            error(accept.nameRange, "\"accept\" cannot stand beside \"fail\"")
            return nil
        }
        guard accept != nil || fail != nil else {
            if !["accept", "fail"].contains(where: { isMisspelt($0, members, .connection) }) {
                error(
                    node.range.lowerBound..<node.range.lowerBound + 1,
                    "an entry of \"connections\" needs \"fail\" or \"accept\"")
            }
            return nil
        }
        if let with = member("with"), fail == nil { error(with.nameRange, "\"with\" needs \"fail\" beside it") }
        let struck = fail.flatMap { self.failure($0, ofConnections: member("with")) }
        if fail != nil, struck == nil { return nil }
        let (failure, fault) = (struck?.failure, struck?.fault)
        if let failure, case .port(let state)? = failure.strike {
            return self.state(state, failure.name, members, isLast: isLast)
        }
        if let failure, failure.strike != .tls,
            let other = members.first(where: { ["keepAlive", "readPace", "tls"].contains($0.name) })
        {
            error(
                other.nameRange, "\"\(other.name)\" stands beside \"accept\": \"\(failure.name)\" takes no request")
        }
        let time = member("for").flatMap { span($0, isLast: isLast) }
        if let times = member("times"), time != nil {
            error(times.nameRange, "an entry lasts so many \"times\" or \"for\" so long, and not both")
        }
        let times = member("times").flatMap { self.times($0, isLast: isLast) } ?? (time == nil ? 1 : .max)
        let delay = member("delay").flatMap { self.delay($0.value) } ?? 0
        let keepAlive = member("keepAlive").flatMap { self.keepAlive($0.value) }
        let readPace = member("readPace").flatMap { self.readPace($0.value) }
        let settings = member("tls").flatMap { connectionTLS($0.value, &tls) }
        guard errorCount == errors else { return nil }
        if case .accepted(let act)? = failure?.strike {
            return .connection(ConnectionPlan(act, delay: delay, failure: failure?.name), times: times, for: time)
        }
        var tls = settings
        if let fault, let failure, let fail {
            let faulty = TLSSettings(settings ?? .standard, fault: fault)
            check(faulty, of: failure, fail)
            tls = faulty
        }
        guard errorCount == errors else { return nil }
        let plan = ConnectionPlan(
            .serve, delay: delay, keepAlive: keepAlive, readPace: readPace, tls: tls, failure: failure?.name)
        return .connection(plan, times: times, for: time)
    }

    /// Whether a failure of TLS is possible with the settings beside it, and on this system.
    private func check(_ settings: TLSSettings, of failure: Failure, _ fail: JSONMember) {
        if settings.spokenVersions.isEmpty {
            let needed = (settings.fault?.versions ?? []).map(\.name).sorted().joined(separator: " and ")
            error(
                fail.value.range, "\(failure.name) needs TLS \(needed), which the \"versions\" beside it leave out",
                hint: "leave \"versions\" out")
        } else if let certificates, let problem = certificates.problem(with: settings) {
            let message = "\(failure.name) cannot be had here: \(problem)"
            if certificates.isForServing {
                error(fail.value.range, message)
            } else {
                warning(fail.value.range, message)
            }
        }
    }

    /// The failure of an entry, and what is wrong with the TLS of its connections.
    private func failure(_ fail: JSONMember, ofConnections with: JSONMember?) -> (failure: Failure, fault: TLSFault?)? {
        let errors = errorCount
        guard let failure = failure(fail.value, with?.value, in: .connections) else { return nil }
        if let with, failure.strike == .tls, failure.kind != .connection {
            error(
                with.nameRange, "\(failure.name) takes nothing in \"connections\"",
                hint: "in a rule it says where the answer ends")
            return nil
        }
        let step = StepReader(RuleReader(self, name: "connections"), number: 0, .last)
        let arguments = AnswerReader(step, fail: fail).arguments(with?.value, failure, of: fail.value)
        if let with, arguments?.substitutions.isEmpty == false {
            error(
                with.value.range, "the parameters of a connection's failure are the same for all of them",
                hint: "there is no request yet that they could depend on")
        }
        guard errorCount == errors else { return nil }
        return (failure, failure.tlsFault?(arguments?.sample ?? Arguments(of: failure)))
    }

    /// An entry in which the port itself fails.
    private func state(_ state: PortState, _ name: String, _ members: [JSONMember], isLast: Bool) -> ConnectionEntry? {
        let errors = errorCount
        var time: Nanoseconds?
        for member in members {
            switch member.name {
            case "for": time = span(member, isLast: isLast)
            case "times":
                error(
                    member.nameRange, "\"\(name)\" is a state of the port, whose connections nobody can count",
                    hint: "it lasts \"for\": \"5s\", or until the control API opens the port")
            case "delay", "keepAlive", "readPace", "tls":
                error(
                    member.nameRange,
                    "\"\(name)\" is a state of the port, in which no connection is accepted: it takes no \"\(member.name)\""
                )
            default: break
            }
        }
        return errorCount == errors ? .port(state, for: time, failure: name) : nil
    }

    /// How long an entry is in turn.
    private func span(_ member: JSONMember, isLast: Bool) -> Nanoseconds? {
        if isLast {
            error(
                member.nameRange, "the last entry of \"connections\" stays, and has no \"for\"",
                hint: "what follows it is another entry, such as { \"accept\": true }")
        }
        let time = duration(member.value, "\"for\"")
        if time == 0 { error(member.value.range, "\"for\" must be longer than nothing") }
        return time
    }

    private func times(_ member: JSONMember, isLast: Bool) -> Int? {
        if isLast {
            error(member.nameRange, "the last entry of \"connections\" stays, and has no \"times\"")
            return nil
        }
        return count(member.value, "\"times\"", 1...1_000_000)
    }

    /// A time that no request has a say in.
    private func delay(_ node: JSONNode) -> Nanoseconds? {
        let isMade = node.utf8.map { Placeholders.firstBraces(in: $0) != nil } ?? (node.members != nil)
        guard isMade else { return duration(node, "\"delay\"") }
        error(
            node.range, "the \"delay\" of a connection is one duration, such as \"2s\"",
            hint: "there is no request yet that it could depend on")
        return nil
    }
}
