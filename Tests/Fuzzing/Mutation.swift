import Bytes
import JSONText

/// Makes the input of a trial: the same for the same seed, number and corpus.
struct Mutation {
    let corpus: Corpus
    var draw: Draw

    init(_ corpus: Corpus, seed: Int64, trial: Int) {
        self.corpus = corpus
        draw = DrawKey(seed: seed, rule: Array("fuzz".utf8)).draw(hit: UInt64(trial), purpose: .custom(0))
    }

    /// The bytes of a scenario file, more or less.
    mutating func input() -> [UInt8] {
        switch below(8) {
        case 0, 1: return bytes()
        case 2, 3: return tokens()
        case 4, 5, 6: return text(of: structure())
        default:
            let text = text(of: structure())
            return spoil(text, times: 1)
        }
    }

    /// In several lines or in one; what is nested deeply would be mostly spaces in several.
    private mutating func text(of value: JSONValue) -> [UInt8] {
        value.bytes(pretty: below(2) == 0 && value.depth < 100)
    }

    mutating func below(_ bound: Int) -> Int { Int(draw.below(UInt64(bound))) }

    /// One of a list; nil where it is empty.
    mutating func one<Element>(of list: [Element]) -> Element? { list.isEmpty ? nil : list[below(list.count)] }

    /// Mostly a few, now and then many.
    mutating func several() -> Int {
        switch below(20) {
        case 0: 1 << below(12)
        case 1, 2, 3: below(8) + 1
        default: below(3) + 1
        }
    }
}
