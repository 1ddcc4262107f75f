@testable import Catalogue
@testable import Systems
import Bytes
import Testing
import Wire

/// What the dialect of the store reads of a request, before the store answers it.
struct DocumentsTests {
    private static func call(_ method: String, _ target: String, _ fields: [(String, String)] = []) -> Call {
        let request = Request.make(method, target, fields: [("Host", "a")] + fields)
        guard case .call(let call) = Documents().read(request) else { return Call() }
        return call
    }

    @Test(arguments: [
        ("GET", "open"), ("HEAD", "open"), ("PUT", "save"), ("PROPFIND", "list"), ("MKCOL", "make-collection"),
        ("PROPPATCH", "properties"), ("DELETE", "delete"), ("MOVE", "move"), ("COPY", "copy"), ("LOCK", "lock"),
        ("UNLOCK", "unlock"), ("OPTIONS", "options"), ("POST", "other"), ("get", "other"),
    ])
    func anOperationHasAName(method: String, operation: String) {
        #expect(Self.call(method, "/a").fields[Documents.Field.operation] == Array(operation.utf8))
    }

    @Test func aPathIsReadAsTheStoreDoes() {
        #expect(Self.call("GET", "/caf%C3%A9/a%25b/?x=1").fields[Documents.Field.document] == Array("/café/a%b".utf8))
        #expect(Self.call("GET", "/").fields[Documents.Field.document] == Array("/".utf8))
        #expect(Self.call("OPTIONS", "*").fields[Documents.Field.document] == nil)
    }

    /// Rules that ask for no document still see it.
    @Test func aBadPathIsACallToo() {
        let call = Self.call("PUT", "/a/../b")
        #expect(call.fields.indices == [Documents.Field.operation.rawValue] && call.document?.operation == .save)
    }

    @Test func aDestinationIsOneOfTheStore() {
        #expect(
            Self.call("MOVE", "/a", [("Destination", "http://a/b%20c/")]).fields[Documents.Field.destination]
                == Array("/b c".utf8))
        #expect(
            Self.call("COPY", "/a", [("Destination", "/b")]).fields[Documents.Field.destination] == Array("/b".utf8))
        #expect(Self.call("MOVE", "/a", [("Destination", "http://b/b")]).fields[Documents.Field.destination] == nil)
        #expect(Self.call("PUT", "/a", [("Destination", "/b")]).fields[Documents.Field.destination] == nil)
    }

    /// Faults may strike before or in the middle of an upload; what is saved is saved whole.
    @Test func onlyTheStoreWaitsForTheBody() {
        #expect(!Documents().readsBody && !Documents().needsBody(of: .make("PUT", "/a")))
        for method in ["PUT", "PROPFIND", "PROPPATCH", "MKCOL", "LOCK"] {
            #expect(Documents().ownAnswerNeedsBody(of: .make(method, "/a")), "\(method)")
        }
        for method in ["GET", "HEAD", "DELETE", "MOVE", "COPY", "UNLOCK", "OPTIONS", "POST"] {
            #expect(!Documents().ownAnswerNeedsBody(of: .make(method, "/a")), "\(method)")
        }
    }

    @Test func settingsMakeTheStore() throws {
        let all = Documents().settings
        let given: [String: Setting.Value] = [
            "store": .state([StoreChange.document("/a.txt", "one")]), "readOnly": .flag(true),
            "maximumBytes": .number(5),
            "maximumDocuments": .number(7),
        ]
        let store = try #require(Documents().with(Settings(of: all, given: given)).state as? DocumentStore)
        #expect(store.tree.count == 1 && store.options.isReadOnly)
        #expect(store.options.maximumBytes == 5 && store.options.maximumDocuments == 7)
        let standard = try #require(Documents().with(Settings(of: all)).state as? DocumentStore)
        #expect(standard.tree.count == 0 && !standard.options.isReadOnly)
        #expect(standard.options.maximumBytes == 134_217_728 && standard.options.maximumDocuments == 20_000)
    }

    @Test func sessionsKeepToThemselves() {
        let dialect = Documents()
        let request = Request.make("PUT", "/a.txt", body: Array("x".utf8))
        var (one, other) = (dialect.state, dialect.state)
        guard case .call(let call) = dialect.read(request) else {
            Issue.record("it is no call")
            return
        }
        #expect(one?.answer(call, in: AnswerContext(request)).reply(in: AnswerContext(request)).head.status == 201)
        let again = Request.make("GET", "/a.txt")
        guard case .call(let read) = dialect.read(again) else {
            Issue.record("it is no call")
            return
        }
        #expect(one?.answer(read, in: AnswerContext(again)).reply(in: AnswerContext(again)).head.status == 200)
        #expect(other?.answer(read, in: AnswerContext(again)).reply(in: AnswerContext(again)).head.status == 404)
    }
}
