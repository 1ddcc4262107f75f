/// Why something could not be measured. One sentence for the reader: nothing in here is recovered from by kind.
struct BenchError: Error {
    let words: String

    init(_ words: String) {
        self.words = words
    }
}
