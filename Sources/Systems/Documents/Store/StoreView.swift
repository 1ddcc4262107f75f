internal import Bytes
internal import Catalogue
internal import Wire
internal import XMLText

/// The store as one request sees it: references begin with its prefix, and locks show the time that is left.
struct StoreView {
    let context: AnswerContext
    let prefix: ArraySlice<UInt8>
    let usedBytes: Int
    let availableBytes: Int
    /// Whether there is a collection at a path.
    let isCollection: (DocumentPath) -> Bool

    /// Writes the content of a `lockdiscovery` (RFC 4918, 15.8).
    func write(_ locks: [DocumentLock], into output: inout [UInt8]) {
        for lock in locks {
            output += "<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>".utf8
            output += (lock.isShared ? "<D:shared/>" : "<D:exclusive/>").utf8
            output += "</D:lockscope><D:depth>\(lock.isDeep ? "infinity" : "0")</D:depth>".utf8
            output += lock.owner ?? []
            let left = lock.secondsLeft(at: context.monotonic).map { "Second-\($0)" } ?? "Infinite"
            output += "<D:timeout>\(left)</D:timeout><D:locktoken><D:href>".utf8
            output += lock.token
            output += "</D:href></D:locktoken><D:lockroot><D:href>".utf8
            XMLWriter.escape(lock.root.href(afterPrefix: prefix, isCollection: isCollection(lock.root)), into: &output)
            output += "</D:href></D:lockroot></D:activelock>".utf8
        }
    }
}
