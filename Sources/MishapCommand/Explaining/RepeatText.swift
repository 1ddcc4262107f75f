internal import Catalogue

/// What clients ask again by themselves, and how often a step must fail for them to report it.
struct RepeatText {
    private let repeats: [ClientRepeat]

    /// Nil if no client asks again.
    init?(_ failure: Failure) {
        repeats = failure.repeats
        guard !repeats.isEmpty else { return nil }
    }

    var text: String {
        var groups: [(requests: Int, condition: ClientRepeat.Condition, clients: [String])] = []
        for one in repeats {
            if let last = groups.indices.last(where: {
                groups[$0].requests == one.requests && groups[$0].condition == one.condition
            }) {
                groups[last].clients.append(one.client)
            } else {
                groups.append((one.requests, one.condition, [one.client]))
            }
        }
        let clauses = groups.map { "\(Self.list($0.clients)) \(Self.sends($0.condition, $0.requests))" }
        return clauses.joined(separator: "; ") + "; use \(times)."
    }

    /// As most clients need it; those that need more are named.
    private var times: String {
        let counts = Set(repeats.map(\.requests)).sorted(by: >)
        let patient = repeats.filter { $0.requests == counts[0] }.map(\.client)
        guard counts.count > 1, patient.count == 1 else { return "\"times\": \(counts[0]) to be seen" }
        return "\"times\": \(counts[1]) to be seen, \(counts[0]) by \(patient[0])"
    }

    private static func sends(_ condition: ClientRepeat.Condition, _ requests: Int) -> String {
        let often = requests == 2 ? "twice" : "\(requests) times"
        return switch condition {
        case .all: often
        case .get: "a GET \(often)"
        case .reusedAll: "\(often) on a reused connection"
        case .reusedGet: "a GET \(often) on a reused connection"
        }
    }

    private static func list(_ names: [String]) -> String {
        guard names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
}
