/// What an app does with a document while it goes wrong, and with which request a server hears of it.
enum DocumentPhase: String, CaseIterable {
    case opening, saving, reverting, deleting, moving, locking, sharing

    var method: String {
        switch self {
        case .opening, .reverting: "GET"
        case .saving: "PUT"
        case .deleting: "DELETE"
        case .moving: "MOVE"
        case .locking: "LOCK"
        case .sharing: "POST"
        }
    }
}
