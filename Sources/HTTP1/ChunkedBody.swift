internal import Wire

/// Decodes the chunked coding (RFC 9112, 7.1), strictly: lines end in CRLF, sizes are only hexadecimal digits, and a
/// chunk is followed by CRLF. Extensions and trailer fields are checked and skipped.
struct ChunkedBody: Sendable {
    enum Step {
        /// More bytes are needed.
        case more
        /// The range of content in the bytes.
        case content(Range<Int>)
        /// The body is complete.
        case end
        case refused(RequestRefusal)
    }

    private enum State {
        /// Before or in the line with a chunk's size.
        case line
        case data(left: Int)
        /// After the bytes of a chunk, before its CRLF.
        case endOfData
        case trailer
    }

    /// The longest line with a chunk's size, with extensions and without its CRLF.
    static let longestLine = 4096
    private var state = State.line
    /// Bytes of the trailer read so far.
    private var trailerCount = 0

    /// Reads on from `position`, which it advances. It does not advance past the start of an incomplete line.
    mutating func read(_ bytes: [UInt8], from position: inout Int, maximumTrailer: Int) -> Step {
        while true {
            switch state {
            case .data(let left):
                guard position < bytes.count else { return .more }
                let end = min(bytes.count, position + left)
                let content = position..<end
                state = end - position == left ? .endOfData : .data(left: left - content.count)
                position = end
                return .content(content)
            case .endOfData:
                guard bytes.count - position >= 2 else {
                    return bytes.count > position && bytes[position] != 0x0D ? .refused(.badChunk) : .more
                }
                guard bytes[position] == 0x0D, bytes[position + 1] == 0x0A else { return .refused(.badChunk) }
                position += 2
                state = .line
            case .line:
                guard let line = Self.line(bytes, from: position) else {
                    return bytes.count - position > Self.longestLine + 1 ? .refused(.chunkLineTooLong) : .more
                }
                guard line.count <= Self.longestLine else { return .refused(.chunkLineTooLong) }
                guard bytes[line.upperBound] == 0x0D, let size = Self.size(bytes[line]) else {
                    return .refused(.badChunk)
                }
                guard size < Self.tooLarge else { return .refused(.problem(.hugeLength)) }
                position = line.upperBound + 2
                state = size == 0 ? .trailer : .data(left: size)
            case .trailer:
                guard let line = Self.line(bytes, from: position) else {
                    return trailerCount + bytes.count - position > maximumTrailer ? .refused(.trailerTooLarge) : .more
                }
                trailerCount += line.count + 2
                guard trailerCount <= maximumTrailer + 2 else { return .refused(.trailerTooLarge) }
                guard bytes[line.upperBound] == 0x0D else { return .refused(.badChunk) }
                position = line.upperBound + 2
                if line.isEmpty { return .end }
                guard Self.isField(bytes, line) else { return .refused(.problem(.brokenLine)) }
            }
        }
    }

    /// The line at `start`, without its CRLF or LF; nil if it is incomplete.
    private static func line(_ bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard let end = unsafe bytes.withUnsafeBufferPointer({ unsafe $0.lineFeed(from: start) }) else { return nil }
        return start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end)
    }

    /// Whether a line is a field line whose name is a token.
    private static func isField(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { unsafe FieldLine($0[bytes: line])?.hasToken == true }
    }

    /// A bound that no body reaches; larger sizes saturate.
    private static let tooLarge = 1 << 55

    /// The chunk size in a line; nil if the line is malformed.
    private static func size(_ line: ArraySlice<UInt8>) -> Int? {
        var size = 0
        var position = line.startIndex
        while position < line.endIndex, let digit = hexDigit(line[position]) {
            size = size < tooLarge ? size << 4 | digit : tooLarge
            position += 1
        }
        guard position > line.startIndex else { return nil }
        return position == line.endIndex || ChunkExtension.isValid(line[position...]) ? size : nil
    }

    private static func hexDigit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
        default: nil
        }
    }
}
