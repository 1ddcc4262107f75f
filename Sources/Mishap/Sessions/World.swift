internal import Bytes
internal import Scenario
internal import Wire

/// The scenarios of a gateway, their shared sessions, and how requests reach them. Immutable: a change is another
/// world. Only the private sessions live longer.
final class World: Sendable {
    /// The shared ones, one for each scenario.
    let sessions: [Session]
    /// The session of requests that select none.
    let main: Session?
    let privates: PrivateSessions
    /// Of a scenario without rules, and asked for by nobody: it has the journal of what belongs to no session, where
    /// there is no main one.
    let unclaimed: Session
    private let numbers: ByteTable<Int>
    /// No name is longer, but for a key: what is, need not be looked up.
    private let longestName: Int

    init(_ sessions: [Session], main: String?, privates: PrivateSessions, unclaimed: Session) {
        self.sessions = sessions
        self.privates = privates
        self.unclaimed = unclaimed
        var numbers = ByteTable<Int>()
        for (number, session) in sessions.enumerated() { numbers.insert(session.name.utf8, number) }
        self.numbers = numbers
        longestName = (sessions.map(\.name.utf8.count) + [Self.mainName.utf8.count]).max() ?? 0
        if let main {
            self.main = sessions.first { $0.name == main }
        } else {
            self.main = sessions.count == 1 ? sessions[0] : nil
        }
    }

    /// What the session of requests that select none can be called where a name is needed.
    static let mainName = "default"

    enum Selection {
        case session(Session)
        /// A name that nothing goes by.
        case unknown(String)
        /// There is no room for another private session.
        case full
        /// Nothing was selected, and there is no session for that.
        case none
    }

    /// The session that goes by a name: a scenario's, `default`, or either with a `~KEY`, which opens one.
    func open(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        find(name, 0..<name.count, at: now) ?? .unknown(name.text)
    }

    /// The session whose journal goes by a name: that of `default` is there also where requests cannot reach it.
    func openJournal(_ name: [UInt8], at now: Nanoseconds) -> Selection {
        if main == nil, name.elementsEqual(Self.mainName.utf8) { return .session(unclaimed) }
        return open(name, at: now)
    }

    private func find(_ bytes: borrowing [UInt8], _ name: Range<Int>, at now: Nanoseconds) -> Selection? {
        if let session = shared(bytes, name) { return .session(session) }
        guard let tilde = bytes[name].firstIndex(of: UInt8(ascii: "~")),
            PrivateSessions.isKey(bytes[tilde + 1..<name.upperBound])
        else { return nil }
        let scenario = shared(bytes, name.lowerBound..<tilde)?.scenario
        let ownName = scenario?.name ?? bytes[name.lowerBound..<tilde].text
        switch privates.open(ownName + bytes[tilde..<name.upperBound].text, scenario, at: now) {
        case .session(let session): return .session(session)
        case .full: return .full
        case .none: return nil
        }
    }

    private func shared(_ bytes: borrowing [UInt8], _ name: Range<Int>) -> Session? {
        if let number = numbers.find(bytes, name) { return sessions[number] }
        return bytes[name].elementsEqual(Self.mainName.utf8) ? main : nil
    }
}

// MARK: Of a request

extension World {
    private static let sessionField = Array("mishap-session".utf8)
    private static let hostField = Array("host".utf8)
    private static let hostEnd = Array(".localhost".utf8)

    /// Finds the session of a request, by field, host or prefix: only the first of them that is present is read. A
    /// prefix is taken off the path.
    func select(_ request: Request, at now: Nanoseconds) -> Selection {
        let (field, host) = request.firsts(Self.sessionField, Self.hostField)
        if let field { return open(Array(request.head[field]), at: now) }
        // The authority of an absolute target holds in place of the field.
        if let host = request.authority ?? host, let name = Self.name(fromHost: host, of: request) {
            return open(ScenarioAddress.name(fromHost: request.head[name]), at: now)
        }
        let path = request.path
        guard path.count > 1, request.head[path.lowerBound + 1] == UInt8(ascii: "@"),
            request.head[path.lowerBound] == UInt8(ascii: "/")
        else { return main.map { .session($0) } ?? .none }
        return selectByPrefix(request, path.lowerBound + 2..<path.upperBound, at: now)
    }

    /// What comes before `.localhost` and a port; nil for every other host.
    private static func name(fromHost host: Range<Int>, of request: Request) -> Range<Int>? {
        guard host.count > hostEnd.count else { return nil }
        var end = host.upperBound
        while end > host.lowerBound, (0x30...0x39).contains(request.head[end - 1]) { end -= 1 }
        if end > host.lowerBound, request.head[end - 1] == UInt8(ascii: ":") { end -= 1 } else { end = host.upperBound }
        if end > host.lowerBound, request.head[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let start = end - hostEnd.count
        guard start > host.lowerBound, request.head[start] == UInt8(ascii: "."),
            request.head[start..<end].lazy.map(\.asciiLowercased).elementsEqual(hostEnd)
        else { return nil }
        return host.lowerBound..<start
    }

    /// `/-/` ends a name; without it the longest name wins.
    private func selectByPrefix(_ request: Request, _ rest: Range<Int>, at now: Nanoseconds) -> Selection {
        var ends: [Int] = []
        for position in rest where request.head[position] == UInt8(ascii: "/") {
            if request.head[position...].starts(with: "/-/".utf8), position + 2 < rest.upperBound {
                let name = rest.lowerBound..<position
                return take(request, name, marker: 2, at: now) ?? .unknown(request.text(name))
            }
            ends.append(position)
        }
        ends.append(rest.upperBound)
        let longest = longestName + 1 + PrivateSessions.longestKey
        for end in ends.reversed() where end - rest.lowerBound <= longest {
            if let selection = take(request, rest.lowerBound..<end, marker: 0, at: now) { return selection }
        }
        return .unknown(request.text(rest))
    }

    private func take(_ request: Request, _ name: Range<Int>, marker: Int, at now: Nanoseconds) -> Selection? {
        let selection = find(request.head, name, at: now)
        if case .session = selection {
            request.removePathPrefix(name.upperBound + marker - request.pathStart)
        }
        return selection
    }
}
