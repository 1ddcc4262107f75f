internal import Wire

/// The Depth of a request: how far below a collection a method applies (RFC 4918, 10.2).
enum Depth: Hashable {
    case zero, one, infinity

    init?(_ value: ArraySlice<UInt8>) {
        let value = value.trimmingSpaces()
        if value.equalsIgnoringCase("0") {
            self = .zero
        } else if value.equalsIgnoringCase("1") {
            self = .one
        } else if value.equalsIgnoringCase("infinity") {
            self = .infinity
        } else {
            return nil
        }
    }
}
