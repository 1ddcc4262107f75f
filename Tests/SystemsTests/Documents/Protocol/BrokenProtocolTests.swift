@testable import XMLText
import Bytes
@testable import Catalogue
@testable import Systems
import TestSupport
import Testing
import Wire

/// Requests that were right once, with bytes of them changed: whatever is still taken means one thing only.
struct BrokenProtocolTests {
    /// A thousand broken copies of a text, the same ones each time.
    private func broken(_ text: String, _ body: ([UInt8]) throws -> Void) rethrows {
        let alphabet = Array("<>/&;:=\"'()[]%. \0\u{1}x#!-?@*,é".utf8) + [0xFF, 0xC0, 0xED]
        for number in 0..<1_000 {
            var draw = Draw(state: UInt64(number))
            var bytes = Array(text.utf8)
            for _ in 0...draw.below(3) where !bytes.isEmpty {
                let place = Int(draw.below(UInt64(bytes.count)))
                let other = alphabet[Int(draw.below(UInt64(alphabet.count)))]
                switch draw.below(4) {
                case 0: bytes[place] = other
                case 1: bytes.insert(other, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + Int(draw.below(8))))
                }
            }
            try body(bytes)
        }
    }

    @Test(arguments: ["/a/b%20c/%C3%A9", "/@notes/-/x/../y", "/%2e%2F%00/100%25"])
    func aPathThatIsTakenComesBackFromItsReference(text: String) throws {
        try broken(text) { bytes in
            guard let path = try? DocumentPath(target: bytes[...]) else { return }
            let href = path.href(afterPrefix: [], isCollection: path.endsWithSlash)
            let back = try DocumentPath(target: href[...])
            #expect(back == path)
            #expect(DocumentPath(decoded: path.bytes) == path)
            #expect(UTF8Text.firstInvalid(in: path.bytes) == nil)
        }
    }

    @Test func aPropertyThatIsTakenIsOneDocument() throws {
        let text = """
            <?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:" xmlns:q='q&amp;"' xml:lang="en"><D:set><D:prop xmlns="n">\
            <a q:x="1"><q:b/>&#65;<![CDATA[<]]></a><q:c xmlns:q="m">é<D:d/></q:c></D:prop></D:set></D:propertyupdate>
            """
        try broken(text) { bytes in
            guard case .success(let update) = PropertyUpdate.read(bytes) else { return }
            for case .set(let name, let value) in update.changes {
                let list = Array("<D:x xmlns:D=\"DAV:\">".utf8) + value + Array("</D:x>".utf8)
                let document = try XMLDocument.read(list, charset: nil).get()
                var reader = NamespaceReader(document)
                var opened: [ExpandedName] = []
                reading: while true {
                    switch try reader.next() {
                    case .open(let name): opened.append(name)
                    case .close: continue
                    case .end: break reading
                    }
                }
                #expect(opened.count > 1 && opened[1] == name)
            }
        }
    }

    @Test func otherFieldsAndBodiesEndInAnAnswer() {
        let fields = [
            "</a> (<urn:a> [\"1\"]) (Not <urn:x>) </b> (<urn:b>)", "\"a\", W/\"b\" , *", "http://here:80/a%20b?x#y",
            "Second-60, Infinite",
        ]
        for field in fields {
            broken(field) { bytes in
                let request = Request.make("MOVE", "/a", fields: [("Host", "here")])
                _ = IfHeader(bytes[...], of: request)?.holds(for: .root) { _ in (nil, []) }
                _ = EntityTags(bytes)?.matches([], weakly: true)
                _ = StoreReference.read(bytes[...], of: request)
                _ = LockTimeout.seconds(bytes[...]).map { #expect((1...LockTimeout.maximum).contains($0)) }
            }
        }
        let bodies = [
            "<D:propfind xmlns:D='DAV:'><D:prop><D:a/><b xmlns='n'/></D:prop></D:propfind>",
            "<lockinfo xmlns='DAV:'><lockscope><shared/></lockscope><locktype><write/></locktype><owner>é</owner></lockinfo>",
        ]
        for body in bodies {
            broken(body) { bytes in
                _ = PropertyRequest.read(bytes)
                _ = LockRequest.read(bytes)
            }
        }
    }
}
