/// A few descriptors that are kept open, so that they can be closed to make room for others once the process has no more.
struct DescriptorReserve {
    private static let size = 8
    private var descriptors: [Int32] = []

    init() { refill() }

    /// Makes room for one descriptor; false if the reserve is used up.
    mutating func take() -> Bool {
        guard let last = descriptors.popLast() else { return false }
        Machine.close(last)
        return true
    }

    /// Opens what is missing, as far as the process may.
    @inline(__always)
    mutating func refill() { if descriptors.count < Self.size { open() } }

    private mutating func open() {
        while descriptors.count < Self.size {
            let descriptor = Machine.openNullDevice()
            guard descriptor >= 0 else { return }
            descriptors.append(descriptor)
        }
    }

    mutating func close() {
        for descriptor in descriptors { Machine.close(descriptor) }
        descriptors = []
    }
}
