public import Wire

extension Request {
    /// The minor version of a request of HTTP/1.
    public var minorVersion: Int {
        @inline(__always) get { version == .http10 ? 0 : 1 }
        set { version = newValue == 0 ? .http10 : .http11 }
    }
}
