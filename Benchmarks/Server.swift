/// What a comparison needs to know of a side.
protocol Server {
    var name: String { get }
    var port: UInt16 { get }
    var usage: ProcessUsage { get }
}
