internal import Bytes
internal import CZlib
internal import GatewayServer
internal import Wire

/// Decodes the bodies of requests that have a Content-Encoding (RFC 9110, 8.4), within bounds that a small body cannot
/// make large.
struct BodyDecoder: Sendable {
    /// gzip (RFC 1952) has some members, deflate (RFC 1950) may be without its envelope, as some clients send it.
    typealias Coding = ContentCoding.Name

    enum Problem: Error, Hashable {
        /// A coding that is not known, or several.
        case unknownCoding
        /// The bytes are not of that coding, or end too early, or others follow.
        case malformed
        /// More than 1 MiB, and more than `largestRatio` times what came; or more than `maximumBody`.
        case tooLarge
        /// Other decoded bodies have all the room.
        case noRoom
        /// More than the caller takes now: it is to be tried elsewhere, with more.
        case long
    }

    /// Bytes of the largest decoded body.
    let maximumBody: Int
    let room: DecodedRoom

    /// As bodies are received, so they are decoded: as much of one, and as much in all.
    init(_ configuration: ServerConfiguration = ServerConfiguration()) {
        maximumBody = configuration.maximumBody
        // One body always fits: it takes twice its size while it grows.
        room = DecodedRoom(size: max(configuration.maximumBodiesInAll, 2 * configuration.maximumBody))
    }

    /// Beyond 1 MiB, how many times larger a decoded body may be than what came. Deflate reaches 1,032.
    static let largestRatio = 100
    private static let alwaysTaken = 1 << 20
    /// Of a gzip body: more, each of a few bytes, would take long for what they have.
    private static let mostMembers = 10_000
    /// Bodies of as many coded bytes at the most, and of `shortDecoded` decoded ones, take only a moment.
    static let shortCoded = 8 << 10
    static let shortDecoded = 64 << 10

    init(maximumBody: Int, room: DecodedRoom) { (self.maximumBody, self.room) = (maximumBody, room) }

    func text(of problem: Problem) -> String {
        switch problem {
        case .unknownCoding: "Mishap decodes bodies with the one Content-Encoding gzip or deflate, and no other"
        case .malformed: "the body is not what its Content-Encoding says, or not all of it"
        case .tooLarge:
            "decoded, the body is larger than --max-body (\(SizeText.text(maximumBody))), or than 1 MiB and \(Self.largestRatio) times what came"
        case .noRoom, .long: "there is no room for the decoded body beside those of other requests (--max-bodies)"
        }
    }

    static func isCoded(_ request: Request) -> Bool { request.first(name) != nil }

    /// For bodies as journals have them, one at a time on a thread.
    static let ofJournals = BodyDecoder(maximumBody: 64 << 20, room: DecodedRoom(size: .max / 2))

    /// What the fields of a request say of its body; nil if it is not coded.
    static func coding(of request: Request) -> Result<Coding, Problem>? {
        guard isCoded(request) else { return nil }
        var known: Result<Coding, Problem>?
        for index in 0..<request.fieldCount where request.isField(index, named: name) {
            for item in request.head[request.fieldValue(index)].split(separator: UInt8(ascii: ",")) {
                switch item.trimmingSpaces().text.lowercased() {
                case "identity", "": continue
                case "gzip", "x-gzip": known = known == nil ? .success(.gzip) : .failure(.unknownCoding)
                case "deflate": known = known == nil ? .success(.deflate) : .failure(.unknownCoding)
                default: known = .failure(.unknownCoding)
                }
            }
        }
        return known
    }

    private static let name = Array(utf8: "content-encoding")

    /// The decoded bytes, with the room that they take, of at most `most` bytes if that is given.
    func decode(_ body: [UInt8], _ coding: Coding, most: Int? = nil) -> Result<DecodedBody, Problem> {
        let limit = min(maximumBody, max(Self.alwaysTaken, body.count * Self.largestRatio))
        return withInflater(body, coding) { stream in
            let decoded = DecodedBody(room)
            var members = 1
            while true {
                // Never more than one byte over the limit.
                let left = min(limit, most ?? limit) - decoded.bytes.count + 1
                let wanted = min(max(4 << 10, decoded.bytes.count), 64 << 10, left)
                guard decoded.takeRoom(for: wanted) else { return .failure(.noRoom) }
                let state = decoded.append(wanted) { space in
                    stream.pointee.next_out = space.baseAddress
                    stream.pointee.avail_out = UInt32(space.count)
                    let state = inflate(stream, Z_NO_FLUSH)
                    return (state, space.count - Int(stream.pointee.avail_out))
                }
                if let most, decoded.bytes.count > most, most < limit { return .failure(.long) }
                guard decoded.bytes.count <= limit else { return .failure(.tooLarge) }
                switch state {
                case Z_STREAM_END where stream.pointee.avail_in == 0:
                    decoded.giveBackRest()
                    return .success(decoded)
                case Z_STREAM_END where coding == .gzip:
                    // Another member follows.
                    members += 1
                    guard members <= Self.mostMembers, inflateReset(stream) == Z_OK else {
                        return .failure(.malformed)
                    }
                // Out of input within the stream, if there was space for output.
                case Z_OK, Z_BUF_ERROR:
                    if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return .failure(.malformed) }
                default: return .failure(.malformed)
                }
            }
        }
    }

    private func withInflater(
        _ body: [UInt8], _ coding: Coding, _ work: (UnsafeMutablePointer<z_stream>) -> Result<DecodedBody, Problem>
    ) -> Result<DecodedBody, Problem> {
        // On the heap: zlib compares the address of the stream with the one that it began with.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        let bits: Int32 =
            switch coding {
            case .gzip: 16 + MAX_WBITS
            case .deflate, .rawDeflate: Self.hasEnvelope(body) ? MAX_WBITS : -MAX_WBITS
            }
        guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return .failure(.noRoom)
        }
        defer { inflateEnd(stream) }
        return body.withUnsafeBufferPointer { bytes in
            // zlib only reads it.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = UInt32(bytes.count)
            return work(stream)
        }
    }

    /// Whether it begins as zlib's format does (RFC 1950, 2.2).
    private static func hasEnvelope(_ body: [UInt8]) -> Bool {
        body.count > 1 && body[0] & 0x0F == 8 && (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
    }
}

/// A decoded body and the room that it takes, which is given back when nobody has it any more.
///
/// Unchecked: it changes only while it is made.
final class DecodedBody: @unchecked Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    private let room: DecodedRoom
    private var taken = 0

    fileprivate init(_ room: DecodedRoom) { self.room = room }

    deinit { room.give(taken) }

    /// Takes room as the array does: it has up to twice its bytes of capacity while it grows.
    fileprivate func takeRoom(for more: Int) -> Bool {
        let wanted = 2 * (bytes.count + more)
        guard wanted > taken else { return true }
        guard room.take(wanted - taken) else { return false }
        taken = wanted
        return true
    }

    /// The body is whole: it is left without spare capacity.
    fileprivate func giveBackRest() {
        if bytes.capacity > bytes.count + bytes.count / 8 {
            let whole = bytes
            bytes = []
            bytes.reserveCapacity(whole.count)
            bytes += whole
        }
        let used = min(taken, bytes.capacity)
        room.give(taken - used)
        taken = used
    }

    fileprivate func append(_ most: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> (Int32, count: Int)) -> Int32 {
        var state: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: most) { space, count in
            let filled = fill(UnsafeMutableBufferPointer(rebasing: space[..<most]))
            state = filled.0
            count = filled.count
        }
        bytes += piece
        return state
    }
}
