extension Array {
    /// In a sorted array, the first index whose element does not come before what is searched for (binary search).
    func firstIndexOrdered(_ comesBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
