/// Sorting what is nearly in order already, such as events that several threads have noted.
extension Array {
    /// Sorts a range in place. Where few elements are out of place, and by little, it compares each with the one before it and
    /// moves those few; otherwise it sorts as `sort` does.
    @inlinable
    public mutating func sortNearlySorted(_ range: Range<Int>, by isBefore: (Element, Element) -> Bool) {
        var movesLeft = 2 * range.count
        for place in range.dropFirst() where isBefore(self[place], self[place - 1]) {
            let element = self[place]
            var target = place
            repeat {
                self[target] = self[target - 1]
                target -= 1
            } while target > range.lowerBound && isBefore(element, self[target - 1])
            self[target] = element
            movesLeft -= place - target
            guard movesLeft > 0 else { return self[range].sort(by: isBefore) }
        }
    }

    /// Merges runs that are each sorted by themselves. In which order equal elements of several runs come is left open.
    @inlinable
    public init(merging runs: [[Element]], by isBefore: (Element, Element) -> Bool) {
        /// What is left of a run that is not at its end.
        var rests = runs.filter { !$0.isEmpty }.map { $0[...] }
        self = []
        reserveCapacity(runs.reduce(0) { $0 + $1.count })
        while rests.count > 1 {
            // The two with the lowest first elements: the first one goes on as long as it is before the other.
            var (lowest, next) = (0, 1)
            if isBefore(rests[1].first!, rests[0].first!) { (lowest, next) = (1, 0) }
            for rest in rests.indices.dropFirst(2) {
                let first = rests[rest].first!
                if isBefore(first, rests[lowest].first!) {
                    (lowest, next) = (rest, lowest)
                } else if isBefore(first, rests[next].first!) {
                    next = rest
                }
            }
            let limit = rests[next].first!
            let elements = rests[lowest]
            var end = elements.startIndex
            repeat {
                append(elements[end])
                end += 1
            } while end < elements.endIndex && isBefore(elements[end], limit)
            if end < elements.endIndex { rests[lowest] = elements[end...] } else { rests.remove(at: lowest) }
        }
        for rest in rests { append(contentsOf: rest) }
    }
}
