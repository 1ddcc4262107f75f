/// Range requests (RFC 9110, 14 and 15.3.7).
extension Reply {
    /// Whether ranges of it can be sent: the status is 200, and the body is one part, whose framing is left to Mishap.
    public var canHaveRanges: Bool {
        let isOurs: Bool
        switch framing {
        case .automatic, .length, .chunked, .close: isOurs = true
        case .asGiven, .exactly: isOurs = false
        }
        return isOurs && raw == nil && tail == nil && body.count == 1 && head.status == 200 && !head.isExact
            && !head.has("content-length") && !head.has("transfer-encoding")
    }

    /// The response to a request, for a reply with ranges: all of it, the part or parts that it asks for, or a 416.
    ///
    /// - Parameter boundary: Makes the boundary between several parts, which must not occur in them.
    public func ranged(for request: Request, boundary: () -> [UInt8]) -> Reply {
        guard hasRanges, let field = request.first(Self.rangeField), canHaveRanges,
            request.head[request.method].elementsEqual("GET".utf8), request.count(of: Self.rangeField) == 1,
            isStill(request)
        else { return self }
        switch ByteRanges.read(request.head[field], of: contentCount) {
        case .whole: return self
        case .unsatisfiable: return unsatisfiable
        case .parts(let ranges):
            guard let only = ranges.first, ranges.count == 1 else { return parts(ranges, boundary()) }
            return part(only)
        }
    }

    private static let rangeField = Array("range".utf8)
    private static let ifRangeField = Array("if-range".utf8)

    /// Whether If-Range allows a part (RFC 9110, 13.1.5): the reply has the same strong entity tag, or the same date.
    private func isStill(_ request: Request) -> Bool {
        guard let field = request.first(Self.ifRangeField) else { return true }
        let wanted = request.head[field]
        let isTag = wanted.first == UInt8(ascii: "\"")
        guard let own = isTag ? head.first("etag") : head.first("last-modified") else { return false }
        return own.elementsEqual(wanted)
    }

    private func part(_ range: Range<Int>) -> Reply {
        var reply = partial
        reply.head.setUnlessRemoved(HeaderField("Content-Range", contentRange(range)))
        reply.body[0].content = body[0].content.slice(range)
        return reply
    }

    private func parts(_ ranges: [Range<Int>], _ boundary: [UInt8]) -> Reply {
        var reply = partial
        let type = head.first("content-type").map { Array("Content-Type: ".utf8) + $0 + Array("\r\n".utf8) } ?? []
        let delimiter = Array("--".utf8) + boundary
        reply.body = []
        for range in ranges {
            let start = Array((reply.body.isEmpty ? "" : "\r\n").utf8) + delimiter + Array("\r\n".utf8)
            let about = type + Array("Content-Range: \(contentRange(range))\r\n\r\n".utf8)
            reply.body += [Part(.bytes(start + about)), Part(body[0].content.slice(range))]
        }
        reply.body.append(Part(.bytes(Array("\r\n".utf8) + delimiter + Array("--\r\n".utf8))))
        reply.head.remove("Content-Range")
        reply.head.setUnlessRemoved(
            HeaderField(
                name: Array("Content-Type".utf8), value: Array("multipart/byteranges; boundary=".utf8) + boundary))
        if reply.framing == .automatic, trailers.isEmpty { reply.framing = .length }
        return reply
    }

    /// The reply as a 206. The reason phrase is dropped, since it belongs to the original status.
    private var partial: Reply {
        var reply = self
        reply.head.status = 206
        reply.head.reason = nil
        return reply
    }

    /// The reply as a 416 without a body and without fields that describe one, except for the complete length (RFC
    /// 9110, 15.5.17).
    private var unsatisfiable: Reply {
        var reply = self
        reply.head.status = 416
        reply.head.reason = nil
        for name in Self.describing { reply.head.remove(name) }
        reply.head.setUnlessRemoved(HeaderField("Content-Range", "bytes */\(contentCount)"))
        reply.body = []
        reply.trailers = []
        reply.framing = .length
        return reply
    }

    /// Fields that describe a body (RFC 9110, 8 and 14.4; RFC 6266; RFC 9530, 2; RFC 1864), unlike other names that
    /// begin with "Content-", such as Content-Security-Policy.
    private static let describing = [
        "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Range",
        "Content-Disposition", "Content-Digest", "Content-MD5",
    ]

    private func contentRange(_ range: Range<Int>) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(contentCount)"
    }
}

extension Request {
    /// The number of fields with this name, which must be in lower case.
    fileprivate func count(of name: [UInt8]) -> Int {
        (0..<fieldCount).count { isField($0, named: name) }
    }
}
