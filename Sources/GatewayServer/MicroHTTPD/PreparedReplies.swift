internal import CMicroHTTPD
internal import Wire

/// A shard's prepared replies: bounded, and found by a script's number in one step.
///
/// A direct-mapped cache: if a script replaces another, the other has to be prepared again, which costs less than a
/// table that grows with the number of rules.
struct PreparedReplies {
    private static let mask: UInt64 = 4095

    private var entries = [PreparedReply?](repeating: nil, count: Int(mask) + 1)
    private var empty: OpaquePointer?

    /// The prepared reply of a script that was made at load.
    mutating func prepared(_ script: WireScript) -> PreparedReply {
        // The upper half is that of the load, each of which begins the lower half anew.
        let place = Int((script.number &+ (script.number >> 32) &* 61) & Self.mask)
        if let entry = entries[place], entry.number == script.number { return entry }
        let entry = PreparedReply(script)
        entries[place] = entry
        return entry
    }

    /// Queues the empty answer that the library writes into the sink pair after we have written ours.
    mutating func queueEmpty(on handle: OpaquePointer) -> MHD_Result {
        if empty == nil { empty = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        return empty.map { MHD_queue_response(handle, 200, $0) } ?? .NO
    }
}
