internal import Bytes
internal import Rules
internal import Wire

/// Judgements on how many there are.
extension Judge {
    func judge(_ judgement: Expectation.Judgement, _ group: Group) -> Finding {
        if let missing = group.missing { return missing }
        switch judgement {
        case .requests(let bounds, nil): return count(requests: bounds, group)
        case .requests(let bounds, let time?): return count(requests: bounds, in: time, group)
        case .connections(let bounds): return count(connections: bounds, group)
        case .atOnce(let bounds): return count(atOnce: bounds, group)
        case .gap(let bounds): return gaps(bounds, group)
        case .backoff(let wanted): return backoff(wanted, group)
        case .honours(let header, let late): return honours(header, late, group)
        case .gaveUp(let bounds, let moment): return gaveUp(bounds, from: moment, group)
        case .every(let required): return every(required, group)
        case .same(let parts): return same(parts, group)
        case .distinct(let parts): return distinct(parts, group)
        case .newConnection: return newConnection(group)
        }
    }

    private func count(requests bounds: Expectation.Bounds<Int>, _ group: Group) -> Finding {
        // Of a batch each call.
        let count = group.members.reduce(0) { $0 + (group.weights[$1] ?? 1) }
        let seen = "\(Self.requests(count)) came" + (count == 0 ? "" : " (\(names(group.members)))")
        return Self.finding(count, bounds, seen, one: Self.requests)
    }

    /// A count that only grows.
    static func finding(
        _ count: Int, _ bounds: Expectation.Bounds<Int>, _ seen: String, one: (Int) -> String
    ) -> Finding {
        if let most = bounds.atMost, count > most {
            return Finding(
                .failedForGood,
                "\(seen); \(most == 0 ? "none was" : "at most \(one(most)) \(most == 1 ? "was" : "were")") expected")
        }
        if let least = bounds.atLeast, count < least {
            let expected = bounds.atMost == least ? "\(one(least))" : "at least \(one(least))"
            return Finding(.lacking, "\(seen); \(expected) \(least == 1 ? "was" : "were") expected")
        }
        return Finding(bounds.atMost == nil ? .metForGood : .met, seen)
    }

    /// In any window of a time: one that begins with a request and is over by the last one.
    private func count(requests bounds: Expectation.Bounds<Int>, in time: Nanoseconds, _ group: Group) -> Finding {
        var group = group
        // Of a batch each call.
        group.members = group.members.flatMap { Array(repeating: $0, count: group.weights[$0] ?? 1) }
        if let least = bounds.atLeast, group.members.count < least {
            return Finding(
                .lacking,
                "\(Self.requests(group.members.count)) came; at least \(least) in any \(Self.text(time)) were expected")
        }
        var unsure: Finding?
        if let most = bounds.atMost, let finding = moreThan(most, in: time, group) {
            if finding.standing == .failedForGood { return finding }
            unsure = finding
        }
        if let least = bounds.atLeast, least > 0, let finding = fewerThan(least, in: time, group) {
            if finding.standing == .failedForGood { return finding }
            unsure = unsure ?? finding
        }
        if let unsure { return unsure }
        let seen = "\(Self.requests(group.members.count)) came, and in no \(Self.text(time)) too many or too few"
        return Finding(.met, seen)
    }

    private func moreThan(_ most: Int, in time: Nanoseconds, _ group: Group) -> Finding? {
        let members = group.members
        var unsure: Finding?
        for end in members.indices where end >= most {
            let (first, last) = (members[end - most], members[end])
            let span = entries[last].arrived.subtractingClamped(entries[first].arrived)
            // The window has that time at most.
            switch Comparison.isAtLeast(time, span, within: age(first, last), tolerance: Self.tolerance) {
            case .holds: continue
            case .fails:
                return Finding(
                    .failedForGood,
                    "\(Self.requests(most + 1)) came within \(Self.text(span)) (\(names(members[end - most...end]))); at most \(most) in any \(Self.text(time)) were expected",
                    on: Array(members[end - most...end]))
            case .unsure: unsure = unsureOf("a window of \(Self.text(time))", last)
            }
        }
        return unsure
    }

    private func fewerThan(_ least: Int, in time: Nanoseconds, _ group: Group) -> Finding? {
        let members = group.members
        var unsure: Finding?
        for start in members.indices where start + least < members.count {
            let (first, last) = (members[start], members[start + least])
            let span = entries[last].arrived.subtractingClamped(entries[first].arrived)
            switch Comparison.isAtMost(time, span, within: age(first, last), tolerance: Self.tolerance) {
            case .holds: continue
            case .fails:
                return Finding(
                    .failedForGood,
                    "after \(name(first)) \(Self.requests(least)) took \(Self.text(span)), until \(name(last)); at least \(least) in any \(Self.text(time)) were expected",
                    on: [first, last])
            case .unsure: unsure = unsureOf("a window of \(Self.text(time))", last)
            }
        }
        return unsure
    }

    private func count(connections bounds: Expectation.Bounds<Int>, _ group: Group) -> Finding {
        let count = Set(group.members.map { entries[$0].connection }).count
        func connections(_ count: Int) -> String { count == 1 ? "1 connection" : "\(count) connections" }
        let seen = "\(Self.requests(group.members.count)) came on \(connections(count))"
        return Self.finding(count, bounds, seen, one: connections)
    }

    private func count(atOnce bounds: Expectation.Bounds<Int>, _ group: Group) -> Finding {
        let possible = overlap(group, isSure: false)
        // Mostly there is no doubt.
        let isCertain = possible.count <= 1 || bounds.atLeast == nil && possible.count <= bounds.atMost ?? 0
        let sure = isCertain ? possible : overlap(group, isSure: true)
        let seen =
            "\(Self.requests(sure.count)) \(sure.count == 1 ? "was" : "were") open at once"
            + (sure.at.map { " when \(name($0)) came" } ?? "")
        if let most = bounds.atMost {
            if sure.count > most { return Finding(.failedForGood, "\(seen); at most \(most) were expected") }
            if possible.count > most, let at = possible.at {
                return unsureOf("whether \(possible.count) were open at once", at)
            }
        }
        if let least = bounds.atLeast, sure.count < least {
            if possible.count >= least, let at = possible.at {
                return unsureOf("whether \(possible.count) were open at once", at)
            }
            return Finding(.lacking, "\(seen); at least \(least) were expected")
        }
        return Finding(bounds.atMost == nil ? .metForGood : .met, seen)
    }

    /// The most requests that were open at the same time, and the one with whose arrival they were: those that surely were,
    /// or all that may have been.
    private func overlap(_ group: Group, isSure: Bool) -> (count: Int, at: Int?) {
        var (arrivals, ends) = ([(time: Nanoseconds, index: Int)](), [Nanoseconds]())
        var lastEnds = LastEnds(isSure ? [] : group.members, entries)
        arrivals.reserveCapacity(group.members.count)
        ends.reserveCapacity(group.members.count)
        for index in group.members {
            let entry = entries[index]
            // Only what the client ended may have ended later than was noticed. A request comes not before the end of the last
            // one on its connection.
            let end =
                entry.ended.map {
                    if isSure { return $0.subtractingClamped(entry.endAge) }
                    return entry.gaveUp ? $0.addingClamped(entry.endAge) : $0
                } ?? .max
            let arrival =
                isSure
                ? entry.arrived.addingClamped(entry.clockAge)
                : max(entry.arrived.subtractingClamped(entry.clockAge), lastEnds[entry.connection])
            if !isSure { lastEnds[entry.connection] = end }
            guard arrival < end else { continue }
            arrivals.append((arrival, index))
            ends.append(end)
        }
        let isInOrder = zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.time <= $1.time }
        if !isInOrder { arrivals.sort { $0.time < $1.time } }
        ends.sort()
        var (over, most, at) = (0, 0, Int?.none)
        for (place, arrival) in arrivals.enumerated() {
            // One that ends as another comes is over.
            while over < ends.count, ends[over] <= arrival.time { over += 1 }
            if place + 1 - over > most { (most, at) = (place + 1 - over, arrival.index) }
        }
        // What begins and ends within the uncertainty still is one at a time.
        if most == 0, let first = group.members.first { return (1, first) }
        return (most, at)
    }

    /// When the last request of each connection ended; 0 if it has none yet.
    private struct LastEnds {
        private let lowest: UInt64
        /// By the number of the connection, from the lowest on. Those of a client mostly lie close together.
        private var near: [Nanoseconds] = []
        private var far: [UInt64: Nanoseconds] = [:]

        init(_ members: [Int], _ entries: [JudgedEntry]) {
            var (lowest, highest) = (UInt64.max, UInt64(0))
            for index in members {
                lowest = min(lowest, entries[index].connection)
                highest = max(highest, entries[index].connection)
            }
            self.lowest = lowest
            guard !members.isEmpty, highest - lowest < 4 * UInt64(members.count) else { return }
            near = [Nanoseconds](repeating: 0, count: Int(highest - lowest) + 1)
        }

        subscript(connection: UInt64) -> Nanoseconds {
            get { near.isEmpty ? far[connection] ?? 0 : near[Int(connection - lowest)] }
            set { if near.isEmpty { far[connection] = newValue } else { near[Int(connection - lowest)] = newValue } }
        }
    }

    func age(_ one: Int, _ other: Int) -> Nanoseconds {
        entries[one].clockAge.addingClamped(entries[other].clockAge)
    }

    /// The same for the time from the end of one to the arrival of the other.
    func age(end one: Int, _ other: Int) -> Nanoseconds {
        entries[one].endAge.addingClamped(entries[other].clockAge)
    }

    /// A bound is within what the clock readings leave open.
    func unsureOf(_ what: String, _ index: Int, by doubt: Nanoseconds? = nil) -> Finding {
        let doubt = doubt ?? entries[index].clockAge
        let told = doubt == 0 ? "" : " (\(Self.text(doubt)))"
        return Finding(.unknowable, "\(what) is at its bound with \(name(index)), as exactly as the clock tells\(told)")
    }
}
