import Testing

@testable import Engine
@testable import GatewayServer

@Suite struct SessionScriptsTests {
    /// What sessions keep for themselves comes and goes: in places of its own each would fill the cache of every shard.
    @Test func scriptsOfSessionsShareFewPlacesOfAShardsCache() {
        let places = Set((0..<10_000).map { _ in PreparedReplies.place(of: SessionScripts.nextNumber()) })
        #expect((200...256).contains(places.count), "\(places.count)")
    }
}
