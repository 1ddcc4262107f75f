internal import Bytes
public import Wire

/// A store of documents over HTTP, as a file provider or a sync service has one: WebDAV (RFC 4918), in memory.
public struct Documents: Dialect {
    /// What each session begins with, made once.
    private let store: DocumentStore

    public init() { store = DocumentStore() }
    private init(_ store: DocumentStore) { self.store = store }

    public var name: String { "documents" }
    public var readsBody: Bool { false }
    public var answersEverything: Bool { true }
    public var stockSuccess: Reply { StoreReply.text(200, "A document.") }
    public var samplePath: String { "/notes/plan.txt" }
    public var state: (any DialectState)? { store }

    public var settings: [Setting] {
        let limits = StoreLimits()
        return [
            Setting("store", .documents, "What is stored when a session begins.", standard: .documents([])),
            Setting(
                "readOnly", .flag, "Whether the volume takes no change, and answers each with a 403.",
                standard: .flag(limits.isReadOnly)),
            Setting(
                "maximumDocuments", .number(0...100_000),
                "How many documents and collections there can be; one more is a 507.",
                standard: .number(limits.maximumDocuments)),
            Setting(
                "maximumBytes", .number(0...1 << 30),
                "How many bytes of content and dead properties there can be together; more is a 507.",
                standard: .number(limits.maximumBytes)),
        ]
    }

    public func with(_ settings: Settings) -> any Dialect {
        var limits = StoreLimits()
        limits.isReadOnly = settings.flag("readOnly") ?? limits.isReadOnly
        limits.maximumDocuments = settings.number("maximumDocuments") ?? limits.maximumDocuments
        limits.maximumBytes = settings.number("maximumBytes") ?? limits.maximumBytes
        return Documents(DocumentStore(settings.documents("store") ?? [], limits))
    }

    /// A path that is none is read too: rules see the request, and the store says what is wrong with it.
    public func read(_ request: Request) -> Reading { .call(Self.call(request)) }

    public func sample(ofBatch isBatch: Bool) -> Call { Self.call(.make("GET", samplePath)) }

    private static func call(_ request: Request) -> Call {
        let document = DocumentCall(request)
        return Call(fields: document.fields, document: document)
    }

    public func prepare(_ call: inout Call, of request: Request) { call.document?.readBody(of: request) }

    public func combine(_ answers: [Reply?], of request: Request) -> Reply {
        answers.compactMap(\.self).first ?? stockSuccess
    }

    /// Only what is asked of the store in a body, or would be kept of one.
    public func ownAnswerNeedsBody(of request: Request) -> Bool {
        switch DocumentOperation(request) {
        case .save, .list, .makeCollection, .properties, .lock: true
        case .open, .delete, .move, .copy, .unlock, .options, .other: false
        }
    }
}
