/// Why something could not be measured. One sentence for the reader: nothing in here is recovered from by kind.
struct BenchError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
