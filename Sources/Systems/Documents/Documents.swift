internal import Bytes
internal import Catalogue
internal import Wire

/// A document store over HTTP, as file providers and sync services have: WebDAV (RFC 4918), in memory.
struct Documents: Dialect {
    /// The initial store of each session, built once.
    private let store: DocumentStore

    init() { store = DocumentStore() }
    private init(_ store: DocumentStore) { self.store = store }

    var name: String { "documents" }
    var readsBody: Bool { false }
    var answersEverything: Bool { true }
    var stockSuccess: Reply { StoreReply.text(200, "A document.") }
    var samplePath: String { "/notes/plan.txt" }
    var state: (any DialectState)? { store }
    var stateSyntax: (any StateSyntax)? { StoreSyntax() }

    var settings: [Setting] {
        let options = StoreOptions()
        return [
            Setting(
                "store", .state("documents by their paths"), "What is stored when a session begins.",
                standard: .state([])),
            Setting(
                "readOnly", .flag, "Whether the volume takes no change, and answers each with a 403.",
                standard: .flag(options.isReadOnly)),
            Setting(
                "maximumDocuments", .number(0...100_000),
                "How many documents and collections there can be; one more is a 507.",
                standard: .number(options.maximumDocuments)),
            Setting(
                "maximumBytes", .bytes(0...1 << 30),
                "How many bytes of content and dead properties there can be together; more is a 507.",
                standard: .number(options.maximumBytes)),
            ErrorBody.setting,
            Setting(
                "depthInfinity", .flag,
                "Whether PROPFIND of a collection with Depth infinity, or without one, lists all below it; else it is a 403.",
                standard: .flag(options.listsDeeply)),
        ]
    }

    func with(_ settings: Settings) -> any Dialect {
        var options = StoreOptions()
        options.isReadOnly = settings.flag("readOnly") ?? options.isReadOnly
        options.maximumDocuments = settings.number("maximumDocuments") ?? options.maximumDocuments
        options.maximumBytes = settings.number("maximumBytes") ?? options.maximumBytes
        options.listsDeeply = settings.flag("depthInfinity") ?? options.listsDeeply
        options.errors = settings.text(ErrorBody.name).flatMap(ErrorBody.init) ?? options.errors
        return Documents(DocumentStore((settings.state("store") ?? []).compactMap { $0 as? StoreChange }, options))
    }

    var parameterDefaults: [Cause.Given] {
        store.options.errors == .text ? [] : [Cause.Given(ErrorBody.name, store.options.errors.rawValue)]
    }

    /// An invalid path is read too: rules can still match the request, and otherwise the store answers with the
    /// problem.
    func read(_ request: Request) -> Reading { .call(Self.call(request)) }

    func sample(ofBatch isBatch: Bool) -> Call { Self.call(.make("GET", samplePath)) }

    private static func call(_ request: Request) -> Call {
        let document = DocumentCall(request)
        return Call(fields: document.fields, payload: Payload(document))
    }

    func prepare(_ call: inout Call, of request: Request) {
        guard var document = call.document, document.readBody(of: request) else { return }
        call.payload = Payload(document)
    }

    /// A document is stored as it came.
    func keepsEncodedBody(of request: Request) -> Bool {
        if case .save = DocumentOperation(request) { true } else { false }
    }

    /// Only methods whose body the store reads or stores.
    func ownAnswerNeedsBody(of request: Request) -> Bool {
        switch DocumentOperation(request) {
        case .save, .list, .makeCollection, .properties, .lock: true
        case .open, .delete, .move, .copy, .unlock, .options, .other: false
        }
    }
}
