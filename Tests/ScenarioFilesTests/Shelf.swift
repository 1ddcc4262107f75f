import Catalogue
import Rules
@testable import Systems
import Wire

/// A system with documents, which keeps what it was made with.
struct Shelf: Dialect {
    static let all = [
        Setting("store", .state("documents"), "What there is at first.", standard: .state([])),
        Setting("readOnly", .flag, "Whether nothing can be changed.", standard: .flag(false)),
    ]

    var held = Settings(of: Shelf.all)
    var name: String { "shelf" }
    var readsBody: Bool { false }
    var stockSuccess: Reply { Reply() }
    var settings: [Setting] { Self.all }
    func with(_ settings: Settings) -> any Dialect { Shelf(held: settings) }
    var stateSyntax: (any StateSyntax)? { StoreSyntax() }
    func read(_ request: Request) -> Reading { .calls([Call()]) }
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply { Reply() }
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
}

extension StoreChange {
    /// One line of what a test expects.
    var line: String {
        switch self {
        case .document(let path, let content, let type): "\(path.text) = \(content.text) (\(type))"
        case .collection(let path): "\(path.text)/"
        case .removal(let path): "\(path.text) gone"
        case .lock(let path, let owner, let seconds):
            "\(path.text) locked by \(owner.text)" + (seconds.map { " for \($0) s" } ?? "")
        case .unlock(let path): "\(path.text) unlocked"
        }
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

extension Settings {
    var storeChanges: [StoreChange]? { state("store")?.compactMap { $0 as? StoreChange } }
}

extension CompiledStep {
    var storeChanges: [StoreChange] { changes.compactMap { $0 as? StoreChange } }
}
