internal import Synchronization

/// The places that an answer has among those on their way, of the rules with `atOnce` that took its request. To be kept
/// until the exchange ends. A class, since few answers have any.
public final class AnswerPlaces: Sendable {
    private let all: [AnswerPlace]

    init(_ all: [AnswerPlace]) { self.all = all }

    /// The same with one more.
    static func adding(_ place: AnswerPlace, to others: AnswerPlaces?) -> AnswerPlaces {
        AnswerPlaces((others?.all ?? []) + [place])
    }

    /// Those of several evaluations; nil if there are none.
    static func joined(_ several: [AnswerPlaces?]) -> AnswerPlaces? {
        let known = several.compactMap(\.self)
        return known.count < 2 ? known.first : AnswerPlaces(known.flatMap(\.all))
    }
}

/// How many answers of a rule are on their way.
final class AnswersOnTheirWay: Sendable {
    fileprivate let taken: Atomic<Int>

    init(_ count: Int = 0) { taken = Atomic(count) }

    var count: Int { taken.load(ordering: .relaxed) }

    /// Under the lock of the session, so that two requests never take the last place. Places are left without it.
    func takePlace() -> AnswerPlace { AnswerPlace(self) }
}

/// The place of one answer among those of its rule that are on their way. It is left when nobody keeps it any more.
final class AnswerPlace: Sendable {
    private let all: AnswersOnTheirWay

    fileprivate init(_ all: AnswersOnTheirWay) {
        self.all = all
        all.taken.add(1, ordering: .relaxed)
    }

    deinit { all.taken.subtract(1, ordering: .relaxed) }
}
