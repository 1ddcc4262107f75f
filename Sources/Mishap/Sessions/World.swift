internal import Bytes
internal import Scenario
internal import Wire

/// All sessions of a gateway and how requests reach them. Immutable: a change is another world.
final class World: Sendable {
    let sessions: [Session]
    /// The session of requests that select none.
    let main: Session?
    private let numbers: ByteTable<Int>
    /// No name is longer: what is, need not be looked up.
    private let longestName: Int

    init(_ scenarios: [CompiledScenario], main: String?) {
        sessions = scenarios.enumerated().map { Session($1, number: $0) }
        var numbers = ByteTable<Int>()
        for session in sessions { numbers.insert(session.name.utf8, session.number) }
        self.numbers = numbers
        longestName = (sessions.map(\.name.utf8.count) + [Self.mainName.utf8.count]).max() ?? 0
        if let main {
            self.main = sessions.first { $0.name == main }
        } else {
            self.main = sessions.count == 1 ? sessions[0] : nil
        }
    }

    func session(named name: String) -> Session? {
        if name == Self.mainName { return main }
        return numbers.find(Array(name.utf8)).map { sessions[$0] }
    }

    /// What the session of requests that select none can be called where a name is needed.
    static let mainName = "default"

    // MARK: Prefixes

    enum Selection {
        case session(Session)
        /// A prefix without a session of that name.
        case unknown(String)
        /// Nothing was selected, and there is no session for that.
        case none
    }

    /// Finds the session of a request, and takes its prefix off the path.
    func select(_ request: Request) -> Selection {
        let path = request.path
        guard path.count > 1, request.head[path.lowerBound + 1] == UInt8(ascii: "@"),
            request.head[path.lowerBound] == UInt8(ascii: "/")
        else { return main.map { .session($0) } ?? .none }
        return selectByPrefix(request, path.lowerBound + 2..<path.upperBound)
    }

    /// `/-/` ends a name; without it the longest name wins.
    private func selectByPrefix(_ request: Request, _ rest: Range<Int>) -> Selection {
        var ends: [Int] = []
        for position in rest where request.head[position] == UInt8(ascii: "/") {
            if request.head[position...].starts(with: "/-/".utf8), position + 2 < rest.upperBound {
                return select(request, rest.lowerBound..<position, marker: 2)
            }
            ends.append(position)
        }
        ends.append(rest.upperBound)
        for end in ends.reversed() where end - rest.lowerBound <= longestName {
            if case .session(let session) = select(request, rest.lowerBound..<end, marker: 0) {
                return .session(session)
            }
        }
        return .unknown(request.text(rest))
    }

    private func select(_ request: Request, _ name: Range<Int>, marker: Int) -> Selection {
        let number = numbers.find(request.head, name)
        guard let session = number.map({ sessions[$0] }) ?? mainSession(request, name) else {
            return .unknown(request.text(name))
        }
        request.removePathPrefix(name.upperBound + marker - request.pathStart)
        return .session(session)
    }

    private func mainSession(_ request: Request, _ name: Range<Int>) -> Session? {
        request.head[name].elementsEqual(Self.mainName.utf8) ? main : nil
    }
}
