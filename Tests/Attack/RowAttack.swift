import Bytes
import HostileRequests

/// One row in one way: where on the connection, over which answer path, in which segments.
struct RowAttack {
    enum Way: String, CaseIterable {
        case whole = "whole"
        case bytes = "byte by byte"
        /// Cut at random; behind another request without waiting for its answer.
        case segments = "in segments"
    }

    let row: HostileRequest
    let path: AnswerPath
    let isLater: Bool
    let way: Way

    var words: String { "\(row.name) (\(row.section)), \(path), \(isLater ? "later" : "first"), \(way.rawValue)" }

    /// All ways of the rows. A row that names no path has only one.
    static func all(_ rows: [HostileRequest]) -> [RowAttack] {
        rows.flatMap { row in
            (row.hasPath ? AnswerPath.allCases : [.plain]).flatMap { path in
                [false, true].flatMap { isLater in
                    Way.allCases.map { RowAttack(row: row, path: path, isLater: isLater, way: $0) }
                }
            }
        }
    }

    /// A long row is not sent byte by byte but in some hundred pieces.
    private static let mostPieces = 400

    func conversation(seed: UInt64) -> Conversation {
        let (bytes, endsInput) = Judgement.bytes(row, path)
        let opener = isLater ? Array(Judgement.opener.utf8) : []
        switch way {
        case .whole, .bytes:
            let size = way == .whole ? max(1, bytes.count) : 1 + bytes.count / Self.mostPieces
            return Conversation(
                segments: Self.cut(bytes) { size }, opener: opener, openerEnd: Array(Judgement.openerBody.utf8),
                endsInput: endsInput)
        case .segments:
            var draws = Draw(state: seed)
            let all = opener + bytes
            let most = UInt64(max(12, all.count / 6))
            return Conversation(segments: Self.cut(all) { 1 + Int(draws.below(most)) }, endsInput: endsInput)
        }
    }

    func problem(_ conversation: Conversation) -> String? {
        Judgement(row: row, path: path, isLater: isLater)
            .problem(conversation.received, conversation.ending ?? .open)
    }

    private static func cut(_ bytes: [UInt8], _ size: () -> Int) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + size())
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }
}
