internal import Bytes
public import Wire

/// Path and target of a request as a scenario sees them: without the prefix that selected the session.
extension Request {
    /// Not decoded; "/" if the prefix is the whole path.
    var ownPath: [UInt8] { path.isEmpty ? [UInt8(ascii: "/")] : Array(head[path]) }

    public var decodedPath: [UInt8] { PercentCoding.decode(ownPath[...]) }

    /// The path with the query, not decoded.
    public var ownTarget: [UInt8] { Array(ownTargetSlice) }

    var ownTargetSlice: ArraySlice<UInt8> {
        let own = head[pathStart..<target.upperBound]
        return path.isEmpty ? ([UInt8(ascii: "/")] + own)[...] : own
    }
}
