/// Content that is different at every place, so that a piece which is missing or moved is seen.
enum SeededFile {
    static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count + 8) { buffer, filled in
            var state: UInt64 = 0x9E37_79B9_7F4A_7C15
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for offset in stride(from: 0, to: count, by: 8) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                raw.storeBytes(of: state, toByteOffset: offset, as: UInt64.self)
            }
            filled = count
        }
    }
}
