import Testing

@testable import GatewayServer

@Suite struct ServerConfigurationTests {
    /// A shard has two sockets that listen, two epolls, an eventfd, a file that stands in for sockets, and so on.
    @Test(arguments: [
        (cores: 2, descriptors: 1024, shards: 2), (64, 1024, 32), (192, 256, 8), (4, 16, 1), (128, .max, 128),
    ])
    func shardsLeaveDescriptorsForClients(cores: Int, descriptors: Int, shards: Int) {
        #expect(ServerConfiguration.shards(cores: cores, descriptors: descriptors) == shards)
    }

    @Test(arguments: [
        ("localhost", "127.0.0.1"), ("LOCALHOST", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("10.1.2.3", "10.1.2.3"), ("gateway", "gateway"),
    ])
    func whereClientsReachIt(host: String, by address: String) {
        #expect(ServerConfiguration.clientHost(host) == address)
    }
}
