/// The head of an answer as it was sent, whatever made it: everything up to the empty line that ends it, interim heads
/// included. If no empty line was sent, all that was sent.
///
/// It is found in the bytes themselves, since an answer may be raw, cut in its head, or no HTTP at all.
public struct SentHead: Sendable, Hashable {
    /// Most bytes that are kept of a head: what common servers and clients take.
    public static let most = 8 << 10

    /// The first `most` bytes.
    public private(set) var bytes: [UInt8] = []
    /// All bytes of the head that were seen.
    public private(set) var count = 0
    /// Whether its last line has come.
    public private(set) var isWhole = false

    /// Bytes of the current line, without line ends.
    private var column = 0
    /// Whether the current line is the first of a head.
    private var isStatusLine = true
    /// The status code of the current head; 0 if it has none.
    private var status = 0
    private var beginsLikeHTTP = false

    public init() {}

    /// As a new one, in place.
    mutating func clear() {
        (bytes, count, isWhole, column) = ([], 0, false, 0)
        (isStatusLine, status, beginsLikeHTTP) = (true, 0, false)
    }

    /// A head that is known.
    public init(whole head: [UInt8]) {
        bytes = head.count > Self.most ? Array(head.prefix(Self.most)) : head
        count = head.count
        isWhole = true
    }

    /// Takes what was sent next, as far as it is of the head.
    public mutating func append(_ sent: UnsafeBufferPointer<UInt8>) {
        guard !isWhole else { return }
        var end = 0
        while end < sent.count, !isWhole {
            take(unsafe sent[end])
            end += 1
        }
        count += end
        let room = Self.most - bytes.count
        if room > 0 { unsafe bytes.append(contentsOf: sent[..<min(end, room)]) }
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case 0x0A: endLine()
        // A CR by itself is part of its line, but no line consists of it alone.
        case 0x0D: break
        default:
            if isStatusLine, column < 12 { readStatus(byte) }
            column += 1
        }
    }

    private mutating func endLine() {
        if column == 0, !isStatusLine {
            // An interim head is followed by another one; 101 is final (RFC 9110, 15.2).
            isWhole = !(beginsLikeHTTP && (100..<200).contains(status) && status != 101)
            isStatusLine = true
            (status, beginsLikeHTTP) = (0, false)
        } else {
            isStatusLine = false
        }
        column = 0
    }

    /// `HTTP/1.1 103`
    private mutating func readStatus(_ byte: UInt8) {
        switch column {
        case 0: beginsLikeHTTP = byte == UInt8(ascii: "H")
        case 4: beginsLikeHTTP = beginsLikeHTTP && byte == UInt8(ascii: "/")
        case 9...11: status = status * 10 + Int(byte & 15)
        default: break
        }
    }
}
