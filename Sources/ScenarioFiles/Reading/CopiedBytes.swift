extension [UInt8] {
    /// The same bytes in memory of their own. What a scenario keeps of its file's JSON is copied, so that the tree is freed
    /// as a whole: a string of it that is kept would keep the pages around it.
    var copied: [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
