public import Wire

/// Where a server listens, and the bounds within which it takes requests.
public struct ServerConfiguration: Sendable, Hashable {
    /// A name or an address of this machine. `localhost` is 127.0.0.1 and ::1, without ::1 where the machine has none.
    public var host: String
    /// 0 for any free port.
    public var port: UInt16
    /// Threads, each with its own sockets that listen; 0 for one per core, or fewer where there are too few descriptors for
    /// that.
    public var shards: Int
    /// The memory that the head of a request may take; more is a 414 or a 431. Some 100 bytes for each field
    /// and 1.5 KiB for the head of the answer count towards it. It is zeroed for each request: what is not
    /// needed costs time.
    public var maximumHead: Int
    /// The most bytes that a request's body may have; more is a 413.
    public var maximumBody: Int
    /// The most bytes of bodies that are kept at once, over all requests; more is a 503.
    public var maximumBodiesInAll: Int
    /// How much of a body is kept for the journal where nothing else needs it.
    public var keptBody: Int
    /// The most connections at once; more are reset.
    public var maximumConnections: Int
    public var deadlines = Deadlines()

    public struct Deadlines: Sendable, Hashable {
        /// From accept to a complete head.
        public var firstHead: Nanoseconds = 10_000_000_000
        /// From the last answer to the next complete head.
        public var nextHead: Nanoseconds = 75_000_000_000
        /// For the next bytes of a body.
        public var body: Nanoseconds = 60_000_000_000
        /// For the peer to close after us, before we let go.
        public var linger: Nanoseconds = 2_000_000_000
        /// For the peer to acknowledge what an RST must not overtake.
        public var drain: Nanoseconds = 5_000_000_000

        public init() {}
    }

    /// Where clients on this machine reach a server that listens on a host: 127.0.0.1 for all addresses and for `localhost`,
    /// whose second address they may lack.
    package static func clientHost(_ host: String) -> String {
        host == "0.0.0.0" || host == "::" || host.lowercased() == "localhost" ? "127.0.0.1" : host
    }

    /// What libmicrohttpd gets for each connection: the request's head, a record of each field, its answer's head.
    var poolSize: Int { max(4096, maximumHead) }

    /// Threads that there will be.
    public var shardCount: Int {
        shards > 0 ? shards : Self.shards(cores: Machine.usableCores, descriptors: Machine.raiseDescriptorLimit())
    }

    /// One for each core; fewer on a machine with many that allows few descriptors, of which each takes up to ten before
    /// anybody has connected, and one for each address of a listener that is added.
    static func shards(cores: Int, descriptors: Int) -> Int { max(1, min(cores, descriptors / 32)) }

    public init(
        host: String = "localhost", port: UInt16 = 8080, shards: Int = 0, maximumHead: Int = 12 << 10,
        maximumBody: Int = 64 << 20, maximumBodiesInAll: Int = 256 << 20, keptBody: Int = 16 << 10,
        maximumConnections: Int = 100_000
    ) {
        self.host = host
        self.port = port
        self.shards = shards
        self.maximumHead = maximumHead
        self.maximumBody = maximumBody
        self.maximumBodiesInAll = maximumBodiesInAll
        self.keptBody = keptBody
        self.maximumConnections = maximumConnections
    }
}
