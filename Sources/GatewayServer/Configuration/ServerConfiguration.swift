public import Wire

/// Where a server listens, and its limits for requests.
public struct ServerConfiguration: Sendable, Hashable {
    /// A name or an address of this machine. `localhost` is 127.0.0.1 and ::1, without ::1 where the machine has none.
    public var host: String
    /// 0: any free port.
    public var port: UInt16
    /// Threads, each with its own listening sockets. 0: one per core, or fewer if control groups allow less CPU time, or
    /// if there are too few descriptors for that.
    public var shards: Int
    /// Bytes of memory for the head of a request; a larger one gets a 414 or a 431. 64 bytes for each field and
    /// 1.5 KiB for the head of the answer count towards it. The memory is cleared for each request: more than needed
    /// costs time.
    public var maximumHead: Int
    /// The most bytes that a request's body may have; a larger one gets a 413.
    public var maximumBody: Int
    /// The most bytes of bodies that are kept at once, over all requests. A request counts with what has come of its body,
    /// and with its announced length once 64 KiB have come; one that does not fit waits for `deadlines.room`, then it
    /// gets a 503.
    public var maximumBodiesInAll: Int
    /// Bytes of a body that are kept for the journal if nothing else needs the body.
    public var keptBody: Int
    /// The most connections at once; further ones get a 503.
    public var maximumConnections: Int
    public var deadlines = Deadlines()
    /// Whether all requests are read by our own reader, as where libmicrohttpd's input is not seen.
    package var readsItself = false

    public struct Deadlines: Sendable, Hashable {
        /// From accept to a complete head.
        public var firstHead: Nanoseconds = 10_000_000_000
        /// From the last answer to the next complete head.
        public var nextHead: Nanoseconds = 75_000_000_000
        /// For the next bytes of a body.
        public var body: Nanoseconds = 60_000_000_000
        /// For room for a body that does not fit beside the others.
        public var room: Nanoseconds = 5_000_000_000
        /// For the peer to close after our FIN, before we close the socket.
        public var linger: Nanoseconds = 2_000_000_000
        /// For the peer to acknowledge the bytes that an RST must not overtake.
        public var drain: Nanoseconds = 5_000_000_000
        /// For the peer to take more of an answer that the library does not send.
        public var progress: Nanoseconds = 60_000_000_000

        public init() {}
    }

    /// The host by which clients on this machine reach a server: 127.0.0.1 if it listens on all addresses or on
    /// `localhost`, because clients may lack the latter's second address.
    package static func clientHost(_ host: String) -> String {
        host == "0.0.0.0" || host == "::" || host.lowercased() == "localhost" ? "127.0.0.1" : host
    }

    /// The bound of a head, and of a trailer, in bytes.
    var headBound: Int { max(4096, maximumHead) }

    /// Whether a pool of libmicrohttpd has room for such a head: the library keeps a record of each field, and makes the
    /// head of the answer in what is left.
    static func fits(_ bytes: Int, fields: Int, in size: Int) -> Bool {
        bytes + fields * poolPerField + longestAnswerHead + 512 <= size
    }

    private static let poolPerField = 64
    /// The longest head of an answer that the library sends. A longer one might not fit into the pool beside the
    /// request's.
    static let longestAnswerHead = 1024

    /// The number of threads, with 0 resolved.
    public var shardCount: Int {
        guard shards == 0 else { return shards }
        return Self.shards(
            cores: Machine.usableCores, quota: CPUQuota.own.cores, descriptors: Machine.raiseDescriptorLimit())
    }

    /// The cores that this process may use, or as many as it is worth by the time that control groups allow.
    package static var usableCores: Int {
        let cores = Machine.usableCores
        return cores == 1 ? 1 : shards(cores: cores, quota: CPUQuota.own.cores, descriptors: .max)
    }

    /// One per core; fewer where control groups allow less time than that (`quota`, in cores), or on a machine with many
    /// cores that allows few descriptors. Each shard takes up to 18 before any client connects, and one for each address of
    /// an added listener.
    static func shards(cores: Int, quota: Int? = nil, descriptors: Int) -> Int {
        max(1, min(cores, quota ?? .max, descriptors / 32))
    }

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
