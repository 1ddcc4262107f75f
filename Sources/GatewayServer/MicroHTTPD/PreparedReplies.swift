internal import CMicroHTTPD
internal import Wire

/// A shard's prepared replies: bounded, and found by the number of a script, or of its layout, in one step.
///
/// A direct-mapped cache: if a script replaces another, the other has to be prepared again, which costs less than a
/// table that grows with the number of rules.
struct PreparedReplies {
    private static let mask: UInt64 = 4095

    private var entries = [PreparedReply?](repeating: nil, count: Int(mask) + 1)
    /// Of layouts, one for each length of content.
    private var layouts = [PreparedReply?](repeating: nil, count: Int(layoutMask) + 1)
    private static let layoutMask: UInt64 = 511
    private var empty: OpaquePointer?

    /// The prepared reply of a script that was made at load.
    mutating func prepared(_ script: WireScript) -> PreparedReply {
        let place = Int(script.number & Self.mask)
        if let entry = entries[place], entry.number == script.number { return entry }
        let entry = PreparedReply(script)
        entries[place] = entry
        return entry
    }

    /// In bytes; together with the number of entries, this bounds what they keep.
    private static let longestRefilled = 4 << 10

    /// The prepared reply of a script that was made for one request from a layout, with its content; nil if it cannot have
    /// it, because a request is still being answered with another or because the answer is none for the library.
    mutating func refilled(_ script: WireScript) -> PreparedReply? {
        guard script.layout != 0, script.actions.count == 3,
            case .content(.bytes(let content), nil) = script.actions[1],
            content.count <= Self.longestRefilled
        else { return nil }
        // Layouts of one file have consecutive numbers, and contents of one layout similar lengths.
        let place = Int((script.layout &* 8 &+ UInt64(content.count & 7)) & Self.layoutMask)
        if let entry = layouts[place], entry.number == script.layout, entry.contentCount == content.count {
            return entry.refill(content) ? entry : nil
        }
        let entry = PreparedReply(script)
        layouts[place] = entry
        return entry.refill(content) ? entry : nil
    }

    /// Queues the empty answer that the library writes into the sink pair after we have written ours.
    mutating func queueEmpty(on handle: OpaquePointer) -> MHD_Result {
        if empty == nil { empty = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        return empty.map { MHD_queue_response(handle, 200, $0) } ?? .NO
    }
}
