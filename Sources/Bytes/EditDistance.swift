/// The edit distance of names, for "did you mean" in diagnostics and 404s.
///
/// It is the optimal string alignment distance: insertions, deletions, substitutions and swaps of two adjacent scalars
/// cost 1 each (Damerau 1964, Levenshtein 1966).
public enum EditDistance {
    /// The distance of two names in Unicode scalars; nil if it exceeds `bound`.
    public static func distance(_ a: String, _ b: String, bound: Int) -> Int? {
        distance(Array(a.unicodeScalars), Array(b.unicodeScalars), bound: bound)
    }

    /// The candidate that was probably meant; nil if none is near.
    ///
    /// Case is ignored, except to decide between two that are equally near. Near is a distance of at most a third of
    /// the name's length, or 1 for shorter names, and less than the whole length. For names of more than 200 scalars
    /// nothing is near.
    public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let exact = Array(name.unicodeScalars)
        guard !exact.isEmpty, exact.count <= longest else { return nil }
        let folded = Array(name.lowercased().unicodeScalars)
        let bound = max(1, exact.count / 3)
        var best: (candidate: String, distance: Int, exactDistance: Int)?
        for candidate in candidates {
            let scalars = Array(candidate.unicodeScalars)
            guard scalars.count <= longest else { continue }
            let limit = min(bound, best?.distance ?? bound, max(exact.count, scalars.count) - 1)
            let other = Array(candidate.lowercased().unicodeScalars)
            guard let distance = distance(folded, other, bound: limit) else { continue }
            let exactDistance = self.distance(exact, scalars, bound: longest) ?? longest
            if let best, (distance, exactDistance) >= (best.distance, best.exactDistance) { continue }
            best = (candidate, distance, exactDistance)
        }
        return best?.candidate
    }

    private static let longest = 200

    /// Keeps three rows of the table of dynamic programming, since a swap looks back two rows.
    private static func distance(
        _ a: [Unicode.Scalar], _ b: [Unicode.Scalar], bound: Int
    ) -> Int? {
        guard abs(a.count - b.count) <= bound else { return nil }
        // What both begin with costs nothing.
        let shared = zip(a, b).prefix { $0 == $1 }.count
        let (a, b) = (Array(a[shared...]), Array(b[shared...]))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in 0..<b.count {
                var cost = min(last[j + 1], row[j]) + 1
                cost = min(cost, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            if row.allSatisfy({ $0 > bound }) && last.allSatisfy({ $0 > bound }) { return nil }
            (beforeLast, last) = (last, row)
        }
        return last[b.count] <= bound ? last[b.count] : nil
    }
}
