internal import Wire

/// Timers with a resolution of a tick, for which the server takes a millisecond. Setting, cancelling and firing one
/// take constant time, however many there are.
///
/// A hierarchical wheel (Varghese and Lauck, 1987): six levels of 64 slots, each level 64 times as coarse as the one
/// below it. It reads no clock: `advance` gets the time.
struct TimerWheel {
    /// Identifies a timer that is set; valid until it fires or is cancelled.
    typealias Token = Int32
    static let none: Token = -1

    private static let levels = 6
    private static let slotsPerLevel = 64

    /// The tick up to which the wheel has advanced.
    private(set) var now: UInt64
    private(set) var count = 0
    private var heads = [Int32](repeating: -1, count: levels * slotsPerLevel)
    private var occupied = [UInt64](repeating: 0, count: levels)
    private var nodes: [Node] = []
    private var free: Int32 = -1

    private struct Node {
        var payload: ExchangeID
        var tick: UInt64
        var next: Int32
        var previous: Int32
        var slot: Int32
    }

    init(now: UInt64) { self.now = now }

    /// Sets a timer that fires once `tick` is reached; one in the past fires at the next advance.
    mutating func set(_ payload: ExchangeID, at tick: UInt64) -> Token {
        let token: Int32
        let node = Node(payload: payload, tick: max(tick, now + 1), next: -1, previous: -1, slot: -1)
        if free >= 0 {
            token = free
            free = nodes[Int(token)].next
            nodes[Int(token)] = node
        } else {
            token = Int32(nodes.count)
            nodes.append(node)
        }
        link(token)
        count += 1
        return token
    }

    mutating func cancel(_ token: Token) {
        unlink(token)
        release(token)
    }

    func tick(of token: Token) -> UInt64 { nodes[Int(token)].tick }

    /// The first tick at which a timer may be due; nil if no timer is set.
    var next: UInt64? { nextExpiration?.tick }

    /// Advances to `tick` and appends the payloads that are due by then, in the order of their ticks.
    mutating func advance(to tick: UInt64, into due: inout [ExchangeID]) {
        while let expiration = nextExpiration, expiration.tick <= tick {
            now = max(now, expiration.tick)
            let slot = expiration.level * Self.slotsPerLevel + expiration.slot
            var token = heads[slot]
            heads[slot] = -1
            occupied[expiration.level] &= ~(1 << UInt64(expiration.slot))
            while token >= 0 {
                let node = nodes[Int(token)]
                if node.tick <= now {
                    release(token)
                    due.append(node.payload)
                } else {
                    link(token)
                }
                token = node.next
            }
        }
        now = max(now, tick)
    }

    private var nextExpiration: (tick: UInt64, level: Int, slot: Int)? {
        for level in 0..<Self.levels where occupied[level] != 0 {
            let slotRange = UInt64(1) << UInt64(6 * level)
            let levelRange = slotRange << 6
            let current = (now / slotRange) % 64
            let bits = occupied[level]
            let rotated = current == 0 ? bits : bits >> current | bits << (64 - current)
            let slot = (UInt64(rotated.trailingZeroBitCount) + current) % 64
            var tick = now - now % levelRange + slot * slotRange
            if tick < now { tick = slot == current ? now : tick + levelRange }
            return (tick, level, Int(slot))
        }
        return nil
    }

    private mutating func link(_ token: Token) {
        let tick = nodes[Int(token)].tick
        let distance = (now ^ tick) | 63
        let level = min(Self.levels - 1, (63 - distance.leadingZeroBitCount) / 6)
        let slot = Int((tick >> UInt64(6 * level)) & 63)
        let place = level * Self.slotsPerLevel + slot
        let head = heads[place]
        nodes[Int(token)].slot = Int32(place)
        nodes[Int(token)].previous = -1
        nodes[Int(token)].next = head
        if head >= 0 { nodes[Int(head)].previous = token }
        heads[place] = token
        occupied[level] |= 1 << UInt64(slot)
    }

    private mutating func unlink(_ token: Token) {
        let node = nodes[Int(token)]
        if node.previous >= 0 {
            nodes[Int(node.previous)].next = node.next
        } else {
            heads[Int(node.slot)] = node.next
            if node.next < 0 {
                occupied[Int(node.slot) / Self.slotsPerLevel] &= ~(1 << UInt64(Int(node.slot) % 64))
            }
        }
        if node.next >= 0 { nodes[Int(node.next)].previous = node.previous }
    }

    private mutating func release(_ token: Token) {
        nodes[Int(token)].next = free
        free = token
        count -= 1
    }
}
