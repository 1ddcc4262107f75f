internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// A body that goes out chunk by chunk: laid out before, or made while it is sent.
extension AnswerReader {
    private struct Chunk {
        let item: ChunkStream.Item
        let node: JSONNode
        /// Of its content, before placeholders are replaced.
        var sample: [UInt8] = []
        var isText = true

        var waits: Bool { item.delay != nil || item.times ?? 2 > 1 && item.every > 0 }
        /// What is not known before it is sent: when it is sent, or how often.
        var isOpen: String? {
            if item.times == nil { return "\"times\": \"forever\"" }
            if case .until? = item.delay { return "\"until\"" }
            return nil
        }
    }

    /// Most chunks of an answer that is laid out at load, and of one that is laid out before it is sent.
    private static let (mostAtLoad, mostLaidOut) = (1_000, 10_000)

    /// `mustBeKnown`: the field that needs the whole body before it is sent; nil for none.
    func setChunks(_ node: JSONNode, mustBeKnown: String?, on reply: inout Reply) {
        guard let nodes = node.elements else {
            wrongType(node, "\"chunks\"", "a list")
            return
        }
        if nodes.isEmpty { error(node.range, "\"chunks\" is empty") }
        reply.framing = .chunked
        let errors = errorCount
        let chunks = nodes.compactMap { chunk($0) }
        reply.head.set(
            "Content-Type",
            chunks.allSatisfy(\.isText) ? "text/plain; charset=utf-8" : ContentType.unknown)
        guard errorCount == errors else { return }
        if let last = chunks.firstIndex(where: { $0.item.times == nil }), last + 1 < chunks.count {
            error(chunks[last + 1].node.range, "this chunk is never sent: the one before it goes on for ever")
            return
        }
        var count = 0
        for chunk in chunks { count += chunk.item.times ?? 1 }
        let open = chunks.first { $0.isOpen != nil }
        if let mustBeKnown {
            if let open, let what = open.isOpen {
                return error(open.node.range, "\(what) cannot stand beside \(mustBeKnown), which needs the whole body")
            }
            if count > Self.mostLaidOut {
                return error(
                    node.range, "beside \(mustBeKnown) there are \(Self.mostLaidOut) chunks at most, not \(count)")
            }
            return layOut(chunks, on: &reply)
        }
        // What has a value of its moment is made at that moment.
        let waiting = chunks.firstIndex(where: \.waits) ?? chunks.count
        let isOfMoments = chunks[waiting...].contains {
            if case .text(let text) = $0.item.content { text.isOfMoment } else { false }
        }
        guard open == nil, !isOfMoments, count <= Self.mostAtLoad else {
            return make(chunks.map(\.item), on: &reply)
        }
        layOut(chunks, on: &reply)
    }

    /// All chunks are there before the first is sent.
    private func layOut(_ chunks: [Chunk], on reply: inout Reply) {
        reply.body = []
        for (number, chunk) in chunks.enumerated() {
            for repetition in 1...(chunk.item.times ?? 1) {
                let part = reply.body.count
                var delay = chunk.item.every
                if repetition == 1 {
                    delay = 0
                    switch chunk.item.delay {
                    case .fixed(let time): delay = time
                    case let random?:
                        substitutions.append { reply, rendering in
                            reply.body[part].delay = rendering.origin.time(of: random, ofPart: number)
                        }
                    case nil: break
                    }
                }
                reply.body.append(Reply.Part(.bytes(chunk.sample), delay: delay))
                guard case .text(let text) = chunk.item.content else { continue }
                hasDynamicBody = true
                substitutions.append { reply, rendering in
                    rendering.repetition = repetition
                    reply.body[part].content = .bytes(text.bytes(&rendering))
                    rendering.repetition = 1
                }
            }
        }
    }

    /// Each chunk is made when it is due.
    private func make(_ items: [ChunkStream.Item], on reply: inout Reply) {
        hasDynamicBody = true
        let sample = ChunkStream(items, Rendering.Origin.sample)
        reply.made = AnswerSource(sample)
        substitutions.append { reply, rendering in
            reply.made = AnswerSource(ChunkStream(items, rendering.origin))
        }
    }

    private func chunk(_ node: JSONNode) -> Chunk? {
        if node.utf8 != nil {
            return text(node, "a chunk").map { Chunk(item: .init($0.content), node: node, sample: $0.sample) }
        }
        guard let members = object(node, .chunk) else { return nil }
        func member(_ name: String) -> JSONMember? { members.first { $0.name == name } }
        let contents = members.filter { ["text", "base64", "stall"].contains($0.name) }
        guard let content = contents.first, contents.count == 1 else {
            if ["text", "base64", "stall"].contains(where: { isMisspelt($0, members, .chunk) }) { return nil }
            error(node.range, "a chunk has either \"text\" or \"base64\", or is a \"stall\"")
            return nil
        }
        if content.name == "stall" {
            if let other = members.first(where: { $0.name != "stall" && Vocabulary.chunk.names.contains($0.name) }) {
                error(other.nameRange, "a \"stall\" has no \"\(other.name)\": it is silence")
                return nil
            }
            return duration(content.value, "\"stall\"").map {
                Chunk(item: .init(.nothing, delay: .fixed($0)), node: node)
            }
        }
        let errors = errorCount
        let delay = member("delay").flatMap { step.delay($0.value, ofChunk: true) }
        let (times, every) = repetitions(member("times"), member("every"))
        let isText = content.name == "text"
        let read = isText ? text(content.value, "\"text\"") : bytes(content.value)
        guard errorCount == errors, let read else { return nil }
        return Chunk(
            item: .init(read.content, delay: delay, times: times, every: every), node: node, sample: read.sample,
            isText: isText)
    }

    private func text(_ node: JSONNode, _ what: String) -> (content: ChunkStream.Item.Content, sample: [UInt8])? {
        guard let bytes = node.utf8 else {
            wrongType(node, what, "a string")
            return nil
        }
        if bytes.isEmpty { error(node.range, "an empty chunk would end the body") }
        guard let text = templates.template(bytes, node.range, .chunk) else { return nil }
        if let constant = text.constant { return (.bytes(constant), constant) }
        return (.text(text), bytes.copied)
    }

    private func bytes(_ node: JSONNode) -> (content: ChunkStream.Item.Content, sample: [UInt8])? {
        guard let bytes = fileReader.base64(node, "\"base64\"") else { return nil }
        if bytes.isEmpty { error(node.range, "an empty chunk would end the body") }
        return (.bytes(bytes), bytes)
    }

    /// How often an item is sent, nil for ever, and the time between.
    private func repetitions(_ times: JSONMember?, _ every: JSONMember?) -> (times: Int?, every: Nanoseconds) {
        let time = every.flatMap { duration($0.value, "\"every\"") }
        guard let times else {
            if let every {
                error(every.nameRange, "\"every\" needs \"times\" beside it", hint: "such as \"times\": \"forever\"")
            }
            return (1, 0)
        }
        guard times.value.string == "forever" else {
            if times.value.utf8 != nil {
                error(times.value.range, "\"times\" is a number, or \"forever\"")
                return (1, 0)
            }
            return (count(times.value, "\"times\"", 1...1_000_000) ?? 1, time ?? 0)
        }
        guard let every else {
            error(times.nameRange, "\"forever\" needs \"every\" beside it", hint: "such as \"every\": \"1s\"")
            return (1, 0)
        }
        if time == 0 { error(every.value.range, "\"every\" must be longer than nothing") }
        return (nil, time ?? 0)
    }
}
