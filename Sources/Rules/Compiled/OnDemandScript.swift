internal import Synchronization
public import Wire

/// A script that is made when it is first asked for, and kept from then on.
public final class OnDemandScript: Sendable {
    /// Bytes of scripts that are not worth it if they have less.
    public static let least = 32 << 10

    private let make: @Sendable () -> WireScript
    private let made = Mutex<WireScript?>(nil)

    /// - Parameter make: Makes the same script each time.
    public init(_ make: @escaping @Sendable () -> WireScript) { self.make = make }

    public var value: WireScript {
        made.withLock { made in
            if let made { return made }
            let script = make()
            made = script
            return script
        }
    }
}
