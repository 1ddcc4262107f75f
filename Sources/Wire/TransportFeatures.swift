/// Features beyond plain requests and responses that a transport supports, or that a script requires.
public struct TransportFeatures: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bytes that are not HTTP can be sent as they are.
    public static let rawBytes = TransportFeatures(rawValue: 1 << 0)
    /// A head is lines of text: it can have any first line, and be cut off at any byte.
    public static let headLines = TransportFeatures(rawValue: 1 << 1)
    /// A connection can be ended by a reset.
    public static let resets = TransportFeatures(rawValue: 1 << 2)

    public static let all: TransportFeatures = [.rawBytes, .headLines, .resets]

    /// For messages, as in "bytes that are not HTTP and resets of connections".
    public var text: String {
        let texts = Self.names.filter { contains($0.feature) }.map(\.text)
        return texts.count < 2
            ? texts.joined() : texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
    }

    private static let names: [(feature: TransportFeatures, text: String)] = [
        (.rawBytes, "bytes that are not HTTP"), (.headLines, "a head as lines of text"),
        (.resets, "resets of connections"),
    ]
}

extension WireScript {
    /// The features that a transport needs to carry this script.
    public var requires: TransportFeatures {
        var features: TransportFeatures = ending.act == .reset ? .resets : []
        for action in actions {
            switch action {
            case .raw: features.insert(.rawBytes)
            case .head(let head, _, let extent, _):
                if head.statusLine != nil { features.insert(.headLines) }
                switch extent {
                case .upTo, .from: features.insert(.headLines)
                case .whole: break
                }
            case .limit(_, .end(let ending)) where ending.act == .reset: features.insert(.resets)
            case .contentLimit(_, .end(let ending)) where ending.act == .reset: features.insert(.resets)
            case .wait, .limit, .contentLimit, .made, .interim, .content, .endOfContent: break
            }
        }
        return features
    }
}
