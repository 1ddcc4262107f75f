internal import Bytes
internal import Rules
internal import Wire

/// Judgements on times.
extension Judge {
    /// From the end of an exchange to the arrival of the next.
    private struct Gap {
        /// Index of the exchange before, and of the request that came.
        let before: Int
        let next: Int
        let time: Nanoseconds
        let age: Nanoseconds
        /// Whether the request came before that end.
        let isOverlap: Bool
    }

    /// The gaps between exchanges, by their indices.
    private struct Gaps: RandomAccessCollection {
        let entries: [JudgedEntry]
        let all: [Int]

        var startIndex: Int { 0 }
        var endIndex: Int { Swift.max(0, all.count - 1) }

        subscript(position: Int) -> Gap {
            let (before, next) = (all[position], all[position + 1])
            let ended = entries[before].ended ?? .max
            let arrived = entries[next].arrived
            return Gap(
                before: before, next: next, time: arrived.subtractingClamped(ended),
                age: entries[before].endAge.addingClamped(entries[next].clockAge),
                isOverlap: arrived < ended)
        }
    }

    private func gaps(_ group: Group) -> Gaps { Gaps(entries: entries, all: exchanges(group)) }

    /// The exchange that a group counts from, and its requests.
    private func exchanges(_ group: Group) -> [Int] {
        if let event = group.event { [event] + group.members } else { group.members }
    }

    private func describe(_ gap: Gap) -> String {
        if gap.isOverlap { return "\(name(gap.next)) came before \(answer(gap.before)) had ended, a gap of 0" }
        return "\(name(gap.next)) came \(Self.text(gap.time)) after \(answer(gap.before)) had ended"
    }

    /// An answer by its status and its entry.
    private func answer(_ index: Int) -> String {
        let status = entries[index].status
        return (status == 0 ? "" : "the \(status) of ") + name(index)
    }

    func gaps(_ bounds: [Expectation.Bounds<Nanoseconds>], _ group: Group) -> Finding {
        let gaps = gaps(group)
        guard !gaps.isEmpty else {
            return .vacuous("not exercised: a gap needs a next request, and \(seen(group))")
        }
        var unsure: Finding?
        for (number, gap) in gaps.enumerated() {
            let bounds = bounds[min(number, bounds.count - 1)]
            switch compare(gap.time, bounds, gap.age) {
            case .holds: continue
            case .fails:
                return Finding(
                    .failedForGood, "\(describe(gap)); \(Self.text(bounds)) was expected", on: [gap.before, gap.next])
            case .unsure: unsure = unsure ?? unsureOf("the gap of \(Self.text(gap.time))", gap.next, by: gap.age)
            }
        }
        return unsure ?? Finding(.met, gaps.count == 1 ? describe(gaps[0]) : list(gaps))
    }

    private func list(_ gaps: Gaps) -> String {
        let times = gaps.prefix(10).map { Self.text($0.time) }.joined(separator: ", ")
        return gaps.count == 1 ? "a gap of \(times)" : "gaps of \(times)" + (gaps.count > 10 ? ", …" : "")
    }

    private func seen(_ group: Group) -> String {
        group.members.isEmpty ? "none came" : "\(Self.requests(group.members.count)) came"
    }

    /// How inexactly a time may be known and is still compared.
    private static let favour: Nanoseconds = 10_000_000

    @inline(__always)
    func compare(
        _ time: Nanoseconds, _ bounds: Expectation.Bounds<Nanoseconds>, _ age: Nanoseconds,
        tolerance: Nanoseconds = tolerance
    ) -> Comparison {
        let comparison = compare(time, time, bounds, age, tolerance)
        return comparison == .holds || age == 0 ? comparison : compareInFavour(time, bounds, age, tolerance)
    }

    /// What the clock does not tell speaks for the client, up to what a busy machine makes of it.
    @inline(never)
    private func compareInFavour(
        _ time: Nanoseconds, _ bounds: Expectation.Bounds<Nanoseconds>, _ age: Nanoseconds, _ tolerance: Nanoseconds
    ) -> Comparison {
        let favour = min(age, Self.favour)
        return compare(
            time.addingClamped(favour), time.subtractingClamped(favour), bounds, age - favour, tolerance)
    }

    @inline(__always)
    private func compare(
        _ longest: Nanoseconds, _ shortest: Nanoseconds, _ bounds: Expectation.Bounds<Nanoseconds>,
        _ age: Nanoseconds, _ tolerance: Nanoseconds
    ) -> Comparison {
        let least =
            bounds.atLeast.map { Comparison.isAtLeast($0, longest, within: age, tolerance: tolerance) } ?? .holds
        let most =
            bounds.atMost.map { Comparison.isAtMost($0, shortest, within: age, tolerance: tolerance) } ?? .holds
        if least == .fails || most == .fails { return .fails }
        return least == .holds && most == .holds ? .holds : .unsure
    }

    func backoff(_ wanted: Expectation.Backoff, _ group: Group) -> Finding {
        let gaps = gaps(group)
        guard gaps.count > (wanted.first == nil ? 1 : 0), let measured = gaps.first else {
            let what = wanted.first == nil ? "compares two gaps" : "needs a next request"
            return .vacuous("not exercised: \"backoff\" \(what), and \(seen(group))")
        }
        guard wanted.first != nil || measured.time > Self.tolerance else {
            return .vacuous(
                "not exercised: the first gap, of \(Self.text(measured.time)), is too short to count from; \"first\" says another"
            )
        }
        let first = wanted.first ?? measured.time
        let start = wanted.first == nil ? "; counted from the first gap, of \(Self.text(first))" : ""
        var unsure: Finding?
        var factors = (
            least: wanted.factor.atLeast.map { _ in 1.0 }, most: wanted.factor.atMost.map { _ in 1.0 }
        )
        for (number, gap) in gaps.enumerated() {
            let bounds = Expectation.Bounds(
                atLeast: factors.least.map { wanted.least(Self.product($0, first)) },
                atMost: factors.most.map { wanted.most(Self.product($0, first)) })
            // What is not known exactly of the first gap grows with it, up to the cap.
            let latest = first.addingClamped(wanted.first == nil ? measured.age : 0)
            let doubt = max(
                factors.least.map { wanted.least(Self.product($0, latest)).subtractingClamped(bounds.atLeast ?? 0) }
                    ?? 0,
                factors.most.map { wanted.most(Self.product($0, latest)).subtractingClamped(bounds.atMost ?? 0) } ?? 0)
            let age = gap.age.addingClamped(doubt)
            let isMeasured = number == 0 && wanted.first == nil
            switch isMeasured ? .holds : compare(gap.time, bounds, age) {
            case .holds: break
            case .fails:
                return Finding(
                    .failedForGood,
                    "\(describe(gap)); of gap \(number + 1) \(Self.text(bounds)) was expected\(start)",
                    on: (wanted.first == nil ? [measured.before, measured.next] : []) + [gap.before, gap.next])
            case .unsure: unsure = unsure ?? unsureOf("the gap of \(Self.text(gap.time))", gap.next, by: age)
            }
            // Beyond that all times are the longest.
            factors.least = factors.least.map { min($0 * (wanted.factor.atLeast ?? 1), 1e18) }
            factors.most = factors.most.map { min($0 * (wanted.factor.atMost ?? 1), 1e18) }
        }
        return unsure ?? Finding(.met, list(gaps) + start)
    }

    private static func product(_ factor: Double, _ time: Nanoseconds) -> Nanoseconds {
        Nanoseconds(min(factor * Double(time), 9e18))
    }

    // MARK: What an answer asked for

    func honours(_ header: [UInt8], _ late: Nanoseconds?, _ group: Group) -> Finding {
        let all = exchanges(group)
        var (unsure, met, asked) = (Finding?.none, [String](), 0)
        for (place, index) in all.enumerated() {
            let head = journal.answerHead(index)
            guard let requested = RequestedWait(head.bytes, header) else {
                if !head.isWhole {
                    unsure =
                        unsure
                        ?? Finding(.unknowable, "the journal has only a part of the head of \(answer(index))")
                }
                continue
            }
            asked += 1
            guard let base = entries[index].firstByte,
                // Its client may have had the first byte before that was noted.
                let next = all[(place + 1)...].first(where: {
                    entries[$0].arrived.addingClamped(entries[$0].clockAge).addingClamped(entries[index].endAge) >= base
                })
            else { continue }
            let time = entries[next].arrived.subtractingClamped(base)
            let bounds = Expectation.Bounds(
                atLeast: requested.time, atMost: late.map { requested.time.addingClamped($0) })
            let said =
                "\(name(next)) came \(Self.text(time)) after \(answer(index)), which asked for \(requested.text)"
            let age = entries[next].clockAge.addingClamped(entries[index].endAge)
            switch compare(time, bounds, age, tolerance: requested.tolerance) {
            case .holds: met.append(said)
            case .fails:
                let isLate = time > requested.time
                return Finding(
                    .failedForGood, isLate ? "\(said), and at most \(Self.text(late ?? 0)) more was expected" : said,
                    on: [index, next])
            case .unsure: unsure = unsure ?? unsureOf("the time of \(Self.text(time))", next)
            }
        }
        if let unsure { return unsure }
        guard let first = met.first else {
            let why = asked == 0 ? "no answer had a \(header.text) that asks for a time" : "no request came after it"
            return .vacuous("not exercised: \(why)")
        }
        return Finding(.met, met.count == 1 ? first : "\(first) (and \(met.count - 1) more)")
    }

    // MARK: Giving up

    func gaveUp(_ bounds: Expectation.Bounds<Nanoseconds>, from moment: Expectation.Moment, _ group: Group) -> Finding {
        var (open, unsure) = (Finding?.none, Finding?.none)
        for index in group.members {
            let entry = entries[index]
            guard let base = time(of: moment, entry) else {
                guard entry.ended != nil else {
                    open = Finding(.open, "\(name(index)) is still open")
                    continue
                }
                return Finding(.failedForGood, "\(name(index)) ended before any of its answer had left", on: [index])
            }
            let time = (entry.ended ?? now).subtractingClamped(base)
            let age = (moment == .request ? entry.clockAge : 0).addingClamped(entry.endAge)
            if entry.ended != nil {
                guard entry.gaveUp else {
                    return Finding(
                        .failedForGood,
                        "\(name(index)) ended after \(Self.text(time)), and the client had not given up", on: [index])
                }
                let said = "the client gave up on \(name(index)) after \(Self.text(time))"
                switch compare(time, bounds, age) {
                case .holds: continue
                case .fails:
                    return Finding(.failedForGood, "\(said); \(Self.text(bounds)) was expected", on: [index])
                case .unsure: unsure = unsure ?? unsureOf("giving up after \(Self.text(time))", index, by: age)
                }
            } else if moment != .lastByte, let most = bounds.atMost,
                Comparison.isAtMost(most, time, within: age, tolerance: Self.tolerance) == .fails
            {
                return Finding(
                    .failedForGood,
                    "\(name(index)) has been open for \(Self.text(time)), and \(Self.text(bounds)) was expected",
                    on: [index])
            } else {
                open = open ?? Finding(.open, "\(name(index)) is still open, after \(Self.text(time))")
            }
        }
        if let unsure { return unsure }
        if let open { return open }
        guard !group.members.isEmpty else { return .vacuous("not exercised: no request came") }
        let times = group.members.prefix(5).compactMap { index -> String? in
            let entry = entries[index]
            guard let base = time(of: moment, entry), let ended = entry.ended else { return nil }
            return Self.text(ended.subtractingClamped(base))
        }
        return Finding(.met, "the client gave up after \(times.joined(separator: ", ")) (\(names(group.members)))")
    }

    private func time(of moment: Expectation.Moment, _ entry: JudgedEntry) -> Nanoseconds? {
        switch moment {
        case .request: entry.arrived
        case .head: entry.firstByte
        case .lastByte: entry.lastByte
        }
    }

    // MARK: Words

    static func text(_ bounds: Expectation.Bounds<Nanoseconds>) -> String {
        switch (bounds.atLeast, bounds.atMost) {
        case (let least?, let most?): "\(text(least)) to \(text(most))"
        case (let least?, nil): "at least \(text(least))"
        case (nil, let most?): "at most \(text(most))"
        case (nil, nil): "any time"
        }
    }

    /// `850 µs`, `120 ms`, `2.05 s`
    static func text(_ time: Nanoseconds) -> String {
        switch time {
        case 0: return "0 ms"
        case ..<1_000_000: return "\(time / 1000) µs"
        case ..<1_000_000_000:
            let tenths = time / 100_000
            return tenths >= 1000 || tenths % 10 == 0 ? "\(tenths / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
        default:
            let thousandths = time / 1_000_000
            let fraction = String(1000 + thousandths % 1000).dropFirst()
            let digits = fraction.reversed().drop { $0 == "0" }.reversed()
            return "\(thousandths / 1000)" + (digits.isEmpty ? "" : ".") + String(digits) + " s"
        }
    }
}

extension Expectation.Backoff {
    /// The least that a gap may be where so much is expected.
    fileprivate func least(_ time: Nanoseconds) -> Nanoseconds {
        let time = min(time, cap ?? .max)
        return time.subtractingClamped(slack(time))
    }

    /// The most that it may be.
    fileprivate func most(_ time: Nanoseconds) -> Nanoseconds { time.addingClamped(slack(time)) }

    private func slack(_ time: Nanoseconds) -> Nanoseconds {
        switch tolerance {
        case .time(let slack): slack
        case .share(let share): Nanoseconds(min(share * Double(time), 9e18))
        }
    }
}
