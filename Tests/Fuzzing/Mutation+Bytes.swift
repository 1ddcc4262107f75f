/// Changes that know nothing of JSON.
extension Mutation {
    mutating func bytes() -> [UInt8] {
        var text = one(of: corpus.texts) ?? []
        if below(6) == 0 {
            let other = one(of: corpus.texts) ?? []
            text = Array(text[..<below(text.count + 1)]) + Array(other[below(other.count + 1)...])
        }
        let times = several()
        return spoil(text, times: min(times, 64))
    }

    mutating func spoil(_ text: [UInt8], times: Int) -> [UInt8] {
        var text = text
        for _ in 0..<times {
            let place = below(text.count + 1)
            let end = min(text.count, place + several())
            switch below(8) {
            case 0: if place < text.count { text[place] ^= 1 << UInt8(below(8)) }
            case 1: if place < text.count { text[place] = UInt8(below(256)) }
            case 2: text.insert(special(), at: place)
            case 3: text.removeSubrange(place..<end)
            case 4: text.insert(contentsOf: text[place..<end], at: place)
            case 5: text.insert(contentsOf: [UInt8](repeating: special(), count: several()), at: place)
            case 6: text.removeSubrange(place...)
            default: if place < text.count { text[place] = special() }
            }
        }
        return text
    }

    private mutating func special() -> UInt8 {
        one(of: Array(#"{}[]",:\/0-9eE.+*%~u"#.utf8) + [0, 9, 10, 13, 0x20, 0x7F, 0x80, 0xC0, 0xED, 0xF4, 0xFE, 0xFF])
            ?? 0
    }
}
