/// Sorted paths, in pieces: if the list is shared, a change copies one piece and the list of pieces, not all paths.
/// `PathTable` says why.
struct PathList: Sendable {
    /// The maximum number of paths in a piece; a longer piece is split.
    private static let maximumPieceLength = 128

    /// No piece is empty.
    private var pieces: [[DocumentPath]] = []
    private(set) var count = 0

    var isEmpty: Bool { pieces.isEmpty }

    mutating func insert(_ path: DocumentPath) {
        guard let piece = piece(of: path) else {
            pieces = [[path]]
            count = 1
            return
        }
        let index = index(of: path, in: piece)
        guard index == pieces[piece].count || pieces[piece][index] != path else { return }
        pieces[piece].insert(path, at: index)
        count += 1
        guard pieces[piece].count > Self.maximumPieceLength else { return }
        let half = pieces[piece].count / 2
        pieces.insert(Array(pieces[piece][half...]), at: piece + 1)
        pieces[piece].removeSubrange(half...)
    }

    mutating func remove(_ path: DocumentPath) {
        guard let piece = piece(of: path) else { return }
        let index = index(of: path, in: piece)
        guard index < pieces[piece].count, pieces[piece][index] == path else { return }
        pieces[piece].remove(at: index)
        count -= 1
        if pieces[piece].isEmpty { pieces.remove(at: piece) }
    }

    /// The piece that the path belongs into; nil if there are no pieces.
    private func piece(of path: DocumentPath) -> Int? {
        guard !pieces.isEmpty else { return nil }
        return Swift.max(0, pieces.firstIndexOrdered { !path.comesBefore($0[0]) } - 1)
    }

    private func index(of path: DocumentPath, in piece: Int) -> Int {
        pieces[piece].firstIndexOrdered { $0.comesBefore(path) }
    }
}

extension PathList: Sequence {
    func makeIterator() -> FlattenSequence<[[DocumentPath]]>.Iterator { pieces.joined().makeIterator() }
}

extension DocumentPath {
    fileprivate func comesBefore(_ other: DocumentPath) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }
}
