extension Reply {
    /// Whether more than status, fields and body differ: then it cannot be one answer in a batch.
    public func changesMoreThanAnswer(of original: Reply) -> Bool {
        raw != original.raw || cut != original.cut || ending != original.ending
            || upload != original.upload || framing != original.framing || headPace != original.headPace
            || pace != original.pace || tail != original.tail || interim != original.interim
            || trailers != original.trailers || made != original.made
            || head.statusLine != original.head.statusLine || head.isHTTP10 != original.head.isHTTP10
            || head.isExact != original.head.isExact
    }
}
