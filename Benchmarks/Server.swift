/// A running server of a comparison.
protocol Server {
    var name: String { get }
    var port: UInt16 { get }
    var usage: ProcessUsage { get }
}
