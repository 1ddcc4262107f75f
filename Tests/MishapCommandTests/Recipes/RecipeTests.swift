import TestSupport
import Testing

/// The scenarios in `scenarios/expect`, each under `exec` with a client that does what it expects, and with one that does not.
@Suite(.endsIfItHangs)
struct RecipeTests {
    /// A scenario, and the expectations that its misbehaving client does not meet.
    struct Recipe: Sendable, CustomStringConvertible {
        let name: String
        let failing: [String]

        init(_ name: String, _ failing: String...) { (self.name, self.failing) = (name, failing) }

        var description: String { name }
    }

    private static let recipes = [
        Recipe("after-logout", "nothing after that"),
        Recipe("answered-post", "sent once"),
        Recipe("at-once", "four at a time"),
        Recipe("backoff", "twice as long each time"),
        Recipe("bad-request", "not repeated"),
        Recipe("batch-fallback", "one batch", "each call by itself"),
        Recipe("cancelled", "really gone"),
        Recipe("circuit-breaker", "open for half a second, twice"),
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

    private func run(_ recipe: Recipe, _ conduct: String) throws -> ProgramRun {
        let clients = Repository.path("Tests/MishapCommandTests/Recipes/clients.py")
        return try ProgramRun(
            Binary.path,
            ["exec", Repository.path("scenarios/expect/\(recipe).json"), "--settle", "50ms", "--"]
                + ["python3", clients, recipe.name, conduct],
            mergesError: true)
    }

    @Test func eachHasItsClients() throws {
        #expect(try Repository.scenarios(in: "expect") == Self.recipes.map { "expect/\($0)" })
    }

    @Test(arguments: recipes) func oneThatBehavesPasses(recipe: Recipe) async throws {
        let run = try run(recipe, "behaves")
        #expect(run.code == 0 && run.output.contains("mishap: passed"), "\(run.output)")
    }

    @Test(arguments: recipes) func oneThatDoesNotFails(recipe: Recipe) async throws {
        let run = try run(recipe, "misbehaves")
        #expect(run.code == 3, "\(run.output)")
        let failed = run.output.split(separator: "\n").compactMap { line -> String? in
            guard let found = line.firstMatch(of: #/^  failed: ([^:]+): /#) else { return nil }
            return String(found.1)
        }
        #expect(failed == recipe.failing, "\(run.output)")
    }
}
