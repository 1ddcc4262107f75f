/// Why something could not be measured. It has only a message, since no caller handles kinds of errors differently.
struct BenchError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
