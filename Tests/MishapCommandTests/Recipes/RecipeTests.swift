import TestSupport
import Testing

/// The scenarios in `scenarios/expect` and `scenarios/recipes`, each under `exec` with a client that does what it expects, and
/// with one that does not.
@Suite(.blocking)
struct RecipeTests {
    /// A scenario, and the expectations that its misbehaving client does not meet.
    struct Recipe: Sendable, CustomStringConvertible {
        let name: String
        let failing: [String]
        /// What the client that behaves prints.
        let result: String?

        init(_ name: String, _ failing: String..., has result: String? = nil) {
            (self.name, self.failing, self.result) = (name, failing, result)
        }

        var description: String { name }
    }

    private static let expectations = [
        Recipe("after-logout", "nothing after that"),
        Recipe("answered-post", "sent once"),
        Recipe("at-once", "four at a time"),
        Recipe("backoff", "twice as long each time"),
        Recipe("bad-request", "not repeated"),
        Recipe("batch-fallback", "one batch", "each call by itself"),
        Recipe("cancelled", "really gone"),
        Recipe("circuit-breaker", "open for half a second, twice"),
        Recipe("connect-attempts", "three connections"),
        Recipe("hedged-request", "the slow one is cancelled"),
        Recipe("idempotency-key", "the same key again"),
        Recipe("if-match", "reads again", "saves with the new ETag"),
        Recipe("new-connection", "asks again", "on another connection"),
        Recipe("no-secret-in-query", "no secret in a query"),
        Recipe("one-refresh", "one refresh"),
        Recipe("order", "one after the other"),
        Recipe("pagination", "nothing beyond"),
        Recipe("rate-limit", "five a second"),
        Recipe("redirect-elsewhere", "without Authorization"),
        Recipe("refresh-in-time", "never one that has expired"),
        Recipe("resumed-download", "only the rest"),
        Recipe("retry-after-date", "not before that date"),
        Recipe("retry-after-seconds", "not before it may"),
        Recipe("retry-count", "three attempts"),
        Recipe("same-body", "the same body again"),
        Recipe("timeout", "gives up in time"),
    ]

    /// And what the client that behaves has in the end.
    private static let stories = [
        Recipe("captive-portal-once", "takes nothing from the portal", has: "{'name': 'Ada'}"),
        Recipe("down-at-start", "tries again after a pause", has: "{'name': 'Ada'}"),
        Recipe(
            "event-stream-cut", "goes on after the last whole event", "begins only once", has: "[101, 102, 103, 104]"),
        Recipe("gzip-breaks", "asks again", has: "9"),
        Recipe("long-poll", "polls at once again", has: "{'news': 'snow'}"),
        Recipe(
            "lost-payment", "the same payment again", "paid once", has: "({'id': 'p-1', 'amount': 30}, {'balance': 70})"
        ),
        Recipe("maintenance", "not before it may", "no more than it must", has: "{'orders': []}"),
        Recipe(
            "per-user", "twice each", has: "[('ada', 401), ('bob', 401), ('ada', 200), ('bob', 200)]"),
        Recipe("preflight-fails", "asks for leave again", "nothing before", has: "{'id': 7}"),
        Recipe("resumed-download", "only the rest", has: "ZbP6MPW+Ma0r1X61bqiC3eUN6vBqIvzqoMj3/8G3I1c="),
        Recipe("shuffled-batch", "to the right account", has: "(True, 'A-7')"),
        Recipe("slow-first-byte", "asks once", has: "10000000"),
        Recipe("slow-uplink", "sends it once", has: "{'id': 7}"),
        Recipe(
            "token-expires-between-pages", "each page once",
            has: "['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b', '5a', '5b']"),
    ]

    private func run(_ recipe: Recipe, _ conduct: String) throws -> ProgramRun {
        let (folder, client) =
            recipe.result == nil
            ? ("expect", ["python3", "clients.py"]) : ("recipes", [Repository.python, "recipes.py"])
        return try ProgramRun(
            Binary.path,
            ["exec", Repository.path("scenarios/\(folder)/\(recipe).json"), "--settle", "50ms", "--"]
                + [client[0], Repository.path("Tests/MishapCommandTests/Recipes/\(client[1])"), recipe.name, conduct],
            mergesError: true)
    }

    @Test func eachHasItsClients() throws {
        #expect(try Repository.scenarios(in: "expect") == Self.expectations.map { "expect/\($0)" })
        #expect(try Repository.scenarios(in: "recipes") == Self.stories.map { "recipes/\($0)" })
    }

    @Test func eachFitsAPage() throws {
        for recipe in Self.stories {
            let text = try Repository.text("scenarios/recipes/\(recipe).json")
            #expect(text.split(separator: "\n").count <= 60, "\(recipe)")
        }
    }

    @Test(arguments: expectations + stories) func oneThatBehavesPasses(recipe: Recipe) async throws {
        let run = try run(recipe, "behaves")
        #expect(run.code == 0 && run.output.contains("mishap: passed"), "\(run.output)")
        if let result = recipe.result {
            #expect(run.output.split(separator: "\n").contains { $0 == result }, "\(run.output)")
        }
    }

    @Test(arguments: expectations + stories) func oneThatDoesNotFails(recipe: Recipe) async throws {
        let run = try run(recipe, "misbehaves")
        #expect(run.code == 3, "\(run.output)")
        let failed = run.output.split(separator: "\n").compactMap { line -> String? in
            guard let found = line.firstMatch(of: #/^  failed: ([^:]+): /#) else { return nil }
            return String(found.1)
        }
        #expect(failed == recipe.failing, "\(run.output)")
    }
}
