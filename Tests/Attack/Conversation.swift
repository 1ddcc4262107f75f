import CLinux
import Glibc

/// One connection of the attacker: what it sends, in which segments, and what came back.
final class Conversation {
    /// Sent in these pieces, one in each turn.
    private let segments: [ArraySlice<UInt8>]
    /// Sent first, and its answer awaited before anything else.
    private let opener: [UInt8]
    /// What the answer to the opener ends with.
    private let openerEnd: [UInt8]
    /// Whether the client ends its side behind the last segment.
    private let endsInput: Bool
    /// Whether the client goes right behind the last segment, without reading, and by a reset.
    private let leavesBehindInput: Bool
    private let resets: Bool

    private(set) var received: [UInt8] = []
    /// Nil while it goes on.
    private(set) var ending: Judgement.Ending?
    private var descriptor: Int32 = -1
    /// The next segment, and how much of it is sent; -1 for the opener.
    private var next: Int
    private var sent = 0
    private var hasEndedInput = false
    private var lastEvent: UInt64 = 0

    init(
        segments: [ArraySlice<UInt8>], opener: [UInt8] = [], openerEnd: [UInt8] = [], endsInput: Bool,
        leavesBehindInput: Bool = false, resets: Bool = false
    ) {
        self.segments = segments
        self.opener = opener
        self.openerEnd = openerEnd
        self.endsInput = endsInput
        self.leavesBehindInput = leavesBehindInput
        self.resets = resets
        next = opener.isEmpty ? 0 : -1
    }

    deinit { finish(.open) }

    /// Runs all, some at once and a segment of each in turn, so that the server reads between two segments of one.
    ///
    /// - Parameter patience: Milliseconds in which nothing comes, after which one is given up on.
    static func run(
        _ conversations: [Conversation], port: UInt16, atOnce: Int = 24, patience: Int
    ) throws(AttackError) {
        var waiting = conversations[...]
        var active: [Conversation] = []
        while !waiting.isEmpty || !active.isEmpty {
            while active.count < atOnce, let conversation = waiting.popFirst() {
                try conversation.connect(port)
                active.append(conversation)
            }
            for conversation in active { conversation.send() }
            var polls = active.map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN | ($0.wantsToSend ? POLLOUT : 0)), revents: 0)
            }
            let isSending = active.contains { $0.wantsToSend }
            _ = poll(&polls, nfds_t(polls.count), isSending ? 1 : 20)
            let now = Clock.now
            for (conversation, poll) in zip(active, polls) {
                if poll.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { conversation.receive(now) }
                if conversation.ending == nil, now > conversation.lastEvent + UInt64(patience) * 1_000_000 {
                    conversation.finish(.open)
                }
            }
            active.removeAll { $0.ending != nil }
        }
    }

    private func connect(_ port: UInt16) throws(AttackError) {
        descriptor = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        guard descriptor >= 0 else { throw AttackError(system: "no socket") }
        guard clinux_connect_ipv4(descriptor, clinux_loopback, port) == 0 else {
            throw AttackError(system: "cannot connect to port \(port)")
        }
        _ = clinux_set_nodelay(descriptor)
        _ = clinux_set_nonblocking(descriptor, 1)
        lastEvent = Clock.now
    }

    private var wantsToSend: Bool {
        guard ending == nil, !hasEndedInput else { return false }
        return next < 0 ? sent < opener.count : next < segments.count
    }

    private func send() {
        if next < 0, sent == opener.count {
            guard received.count >= openerEnd.count, received.suffix(openerEnd.count).elementsEqual(openerEnd) else {
                return
            }
            (next, sent) = (0, 0)
        }
        guard ending == nil, !hasEndedInput else { return }
        if next < segments.count {
            let segment = next < 0 ? opener[sent...] : segments[next].dropFirst(sent)
            let count = segment.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, clinux_MSG_NOSIGNAL)
            }
            // A peer that takes no more is noticed when it is read from.
            if count < 0 { return errno == EAGAIN ? () : endInput(false) }
            lastEvent = Clock.now
            sent += count
            if next >= 0, sent == segments[next].count { (next, sent) = (next + 1, 0) }
        }
        if next == segments.count { endInput(endsInput) }
    }

    private func endInput(_ isShutDown: Bool) {
        hasEndedInput = true
        if leavesBehindInput {
            if resets { _ = clinux_set_linger_reset(descriptor) }
            return finish(.open)
        }
        if isShutDown { shutdown(descriptor, clinux_SHUT_WR) }
    }

    private func receive(_ now: UInt64) {
        lastEvent = now
        while true {
            var piece = [UInt8](repeating: 0, count: 16 << 10)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count > 0 {
                received += piece[..<count]
                continue
            }
            if count == 0 { finish(.end) } else if errno != EAGAIN { finish(.reset) }
            return
        }
    }

    private func finish(_ ending: Judgement.Ending) {
        guard descriptor >= 0 else { return }
        self.ending = ending
        close(descriptor)
        descriptor = -1
    }
}
