internal import Wire

/// A shard's prepared replies of layouts: one for each length of content, which is replaced for each request. Bounded, and
/// found in one step, as `PreparedReplies` is.
///
/// Each keeps its content, the library's copy of its head, and the heads as they were sent, so that the bounds of both
/// make 7 MB of a shard at most.
struct RefilledReplies {
    private static let bits: UInt64 = 9
    /// In bytes.
    private static let longest = 4 << 10

    /// What a reply is for. No layout has the number 0.
    private struct Key: Equatable {
        var layout: UInt64 = 0
        var count = 0
    }

    private struct Place {
        var key = Key()
        var reply: PreparedReply?
        /// What was asked for last and is not here. It is prepared when it is asked for again: contents whose lengths
        /// differ all the time would otherwise be prepared for one request each.
        var missed = Key()
    }

    private var places = [Place](repeating: Place(), count: 1 << Int(bits))

    /// The prepared reply of a script that was made for one request from a layout, with its content; nil if the script is to
    /// be sent as any other that was made for one request.
    mutating func reply(_ script: WireScript) -> PreparedReply? {
        guard script.layout != 0, script.actions.count == 3,
            case .content(.bytes(let content), nil) = script.actions[1], content.count <= Self.longest
        else { return nil }
        let key = Key(layout: script.layout, count: content.count)
        let place = Self.place(of: key)
        if places[place].key == key, let reply = places[place].reply {
            guard reply.isOrdinary else { return nil }
            if !reply.isTaken {
                reply.refill(content)
                return reply
            }
            // The client that it is for may take its time. Its connection keeps the reply, and others get another.
        } else if places[place].missed != key {
            places[place].missed = key
            return nil
        }
        let reply = PreparedReply(script)
        places[place] = Place(key: key, reply: reply)
        return reply.isOrdinary ? reply : nil
    }

    /// By all of the number: those of scenarios that were loaded by themselves differ in their upper half.
    private static func place(of key: Key) -> Int {
        let mixed = (key.layout &* 8 &+ UInt64(key.count & 7)) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> (64 - bits))
    }
}
