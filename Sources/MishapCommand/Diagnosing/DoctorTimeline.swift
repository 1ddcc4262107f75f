internal import HTTP1
internal import Wire

/// What comes on one connection: bytes, when they come, and how it ends. Times are milliseconds from the request.
struct DoctorTimeline: Hashable, Sendable {
    enum End: Hashable, Sendable {
        /// Still open when nobody looked any longer.
        case open
        /// A FIN.
        case end
        /// An RST.
        case reset
    }

    struct Piece: Hashable, Sendable {
        var at: Int64
        var bytes: [UInt8]
    }

    var pieces: [Piece] = []
    var end = End.open
    /// When it ended, or when nobody looked any longer.
    var endAt: Int64 = 0

    var bytes: [UInt8] { pieces.flatMap(\.bytes) }
    var count: Int { pieces.reduce(0) { $0 + $1.bytes.count } }
}

extension DoctorTimeline {
    /// Stands in the place of the date in heads, since each is sent with its own.
    static let date = [UInt8](repeating: UInt8(ascii: "-"), count: 29)

    /// What a script sends. A reset after bytes leaves after its pause.
    init(of script: WireScript) {
        var encoder = HTTP1Encoder(script: script, isHead: false, setting: HTTP1Head.Setting(date: Self.date))
        var (now, buffer) = (Nanoseconds(0), [UInt8]())
        var limit: (end: Nanoseconds, interruption: Interruption)?
        while true {
            var output = encoder.fill(&buffer)
            if output == .more { continue }
            if !buffer.isEmpty { pieces.append(Piece(at: Int64(now / 1_000_000), bytes: buffer)) }
            buffer = []
            // A wait beyond the limit is cut short; a complete answer waits for its end.
            if let (limitEnd, interruption) = limit {
                switch (output, interruption) {
                case (.wait(let time), _) where now + time < limitEnd: break
                case (.wait, .end(let ending)): (now, output) = (limitEnd, .end(ending))
                case (.wait, .pause(let pause)): (now, output, limit) = (limitEnd, .wait(pause), nil)
                case (.end, .end): now = max(now, limitEnd)
                default: break
                }
            }
            switch output {
            case .limit(let time, let interruption): limit = (now + time, interruption)
            case .wait(let time): now += time
            case .end(let ending):
                end =
                    switch (ending.act, ending.scope) {
                    case (.hold, _), (.finish, .exchange): .open
                    case (.finish, .connection): .end
                    case (.reset, _): .reset
                    }
                endAt = Int64((pieces.isEmpty ? now : now + ending.pause) / 1_000_000)
                return
            case .more, .starved: preconditionFailure("a whole script is never starved")
            }
        }
    }

    /// The same with `date` in the place of dates. A field with another spelling is not what the gateway sends.
    var withoutDates: DoctorTimeline {
        var timeline = self
        var all = bytes
        let name = Array("\r\nDate: ".utf8)
        var from = 0
        while let place = all[from...].firstPlace(of: name) {
            let end = min(place + name.count + Self.date.count, all.count)
            all.replaceSubrange((place + name.count)..<end, with: Self.date.prefix(end - place - name.count))
            from = end
        }
        for index in pieces.indices {
            timeline.pieces[index].bytes = Array(all.prefix(pieces[index].bytes.count))
            all.removeFirst(pieces[index].bytes.count)
        }
        return timeline
    }

    /// When the first so many bytes were there; nil if there are fewer.
    func time(of count: Int) -> Int64? { piece(of: count).map { pieces[$0].at } }

    /// The piece that the last of the first so many bytes came in.
    func piece(of count: Int) -> Int? {
        var sum = 0
        for (index, piece) in pieces.enumerated() {
            sum += piece.bytes.count
            if sum >= count { return index }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Where the first occurrence of other bytes begins.
    fileprivate func firstPlace(of other: [UInt8]) -> Int? {
        guard count >= other.count else { return nil }
        return (startIndex...(endIndex - other.count)).first { self[$0...].starts(with: other) }
    }
}
