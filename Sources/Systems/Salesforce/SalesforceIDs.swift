internal import Bytes
internal import Catalogue
internal import Wire

/// The IDs of the records that an organization without a store hands out: three letters of the object, twelve of the
/// record, three that tell the case of the others.
///
/// Nothing is kept of them. The last five of the twelve follow from the others and the session's seed, so that an ID
/// that was handed out is told from one that never was.
struct SalesforceIDs {
    private let context: AnswerContext

    init(_ context: AnswerContext) { self.context = context }

    /// A new ID.
    func next(of object: some Sequence<UInt8>) -> [UInt8] {
        var draw = context.drawNext()
        var id = Array(Self.prefix(of: object).utf8)
        for _ in 0..<Self.drawn { id.append(Self.digit(&draw)) }
        id += check(id[...])
        return id + Self.suffix(of: id)
    }

    /// Whether it is the ID of a record of the object, or of any.
    func know(_ id: ArraySlice<UInt8>, of object: ArraySlice<UInt8>? = nil) -> Bool {
        guard id.count == 18 || id.count == 15 else { return false }
        if let object, !id.starts(with: Self.prefix(of: object).utf8) { return false }
        let own = id.prefix(3 + Self.drawn)
        guard id.count == 15 || id.suffix(3).elementsEqual(Self.suffix(of: id.prefix(15))) else { return false }
        return check(own).elementsEqual(id.dropFirst(own.count).prefix(Self.checked))
            || Self.stock.contains { id.starts(with: $0) }
    }

    /// The letters that follow from those before them.
    private func check(_ id: ArraySlice<UInt8>) -> [UInt8] {
        // That of the session, whatever is handed out.
        var ofSession = context.draw(number: .max)
        let state = id.reduce(ofSession.next()) { state, byte in
            var draw = Draw(state: state ^ UInt64(byte))
            return draw.next()
        }
        var draw = Draw(state: state)
        return (0..<Self.checked).map { _ in Self.digit(&draw) }
    }

    private static let drawn = 7
    private static let checked = 5

    private static func digit(_ draw: inout Draw) -> UInt8 { digits[Int(draw.below(UInt64(digits.count)))] }
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// Three letters, each for the capitals among five of the 15.
    private static func suffix(of id: some Collection<UInt8>) -> [UInt8] {
        let capitals = id.map { (0x41...0x5A).contains($0) }
        return (0..<3).map { group in
            let bits = (0..<5).reduce(0) { $0 | (capitals[group * 5 + $1] ? 1 << $1 : 0) }
            return suffixes[bits]
        }
    }

    private static let suffixes = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ012345".utf8)

    /// Records of the failures and of the answers that scenarios are made of.
    private static let stock = ["001000000000001", "001000000000002"].map { Array($0.utf8) }

    /// The first three letters of the IDs of an object, whose name ignores case. Objects of one's own have letters by their
    /// organization.
    static func prefix(of object: some Sequence<UInt8>) -> String {
        for (name, prefix) in prefixes
        where object.elementsEqual(name.utf8, by: { $0.asciiLowercased == $1.asciiLowercased }) { return prefix }
        return "a00"
    }

    private static let prefixes: [(name: String, prefix: String)] = [
        ("Account", "001"), ("Contact", "003"), ("Lead", "00Q"), ("Opportunity", "006"), ("Case", "500"),
        ("User", "005"), ("Task", "00T"), ("Event", "00U"), ("Campaign", "701"), ("Order", "801"),
        ("Product2", "01t"), ("Asset", "02i"), ("Contract", "800"), ("ContentVersion", "068"),
    ]
}
