extension Array {
    /// The first place whose element does not come before what is looked for, in an array in that order.
    func firstIndexOrdered(_ comesBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
