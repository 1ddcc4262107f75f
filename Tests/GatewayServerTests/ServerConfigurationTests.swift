import Testing

@testable import GatewayServer

@Suite struct ServerConfigurationTests {
    /// A shard has a listener, two epolls, an eventfd, a file that stands in for sockets, and so on.
    @Test(arguments: [
        (cores: 2, descriptors: 1024, shards: 2), (64, 1024, 32), (192, 256, 8), (4, 16, 1), (128, .max, 128),
    ])
    func shardsLeaveDescriptorsForClients(cores: Int, descriptors: Int, shards: Int) {
        #expect(ServerConfiguration.shards(cores: cores, descriptors: descriptors) == shards)
    }
}
