internal import XMLText

@testable import Catalogue
@testable import Systems
import TestSupport
import Testing

/// What the store answers in XML, byte by byte.
struct DocumentListTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"

    @Test func aMultistatusIsWrittenFromFrontToBack() {
        var list = DocumentList()
        list.begin(bytes("/@a&b/-/x%20y/"))
        list.beginProperties()
        list.write { $0 += "<D:resourcetype><D:collection/></D:resourcetype>".utf8 }
        list.write { $0 += "<z xmlns=\"urn:z\">1</z>".utf8 }
        list.endProperties(200)
        list.beginProperties()
        list.name(.dav("none"))
        list.name(PropertyName(namespace: bytes("urn:\"<"), name: bytes("a")))
        list.name(PropertyName(namespace: [], name: bytes("b")))
        list.endProperties(404)
        list.endResponse()
        list.begin(bytes("/c"))
        list.status(423, condition: "lock-token-submitted")
        list.endResponse()
        list.begin(bytes("/d"))
        list.status(507)
        list.endResponse()
        #expect(
            text(list.end()) == head + """
                <D:multistatus xmlns:D="DAV:">
                <D:response><D:href>/@a&amp;b/-/x%20y/</D:href><D:propstat><D:prop>\
                <D:resourcetype><D:collection/></D:resourcetype><z xmlns="urn:z">1</z></D:prop>\
                <D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:none/>\
                <a xmlns="urn:&quot;&lt;"/><b/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
                <D:response><D:href>/c</D:href><D:status>HTTP/1.1 423 Locked</D:status>\
                <D:error><D:lock-token-submitted/></D:error></D:response>
                <D:response><D:href>/d</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response>
                </D:multistatus>

                """)
    }

    @Test func itKnowsHowLongItHasBecome() {
        var list = DocumentList(expecting: 3)
        let empty = list.count
        list.begin(bytes("/a"))
        #expect(list.count == empty + "<D:response><D:href>/a</D:href>".utf8.count)
    }

    @Test func refusedPropertiesSayWhy() {
        var list = DocumentList()
        list.begin(bytes("/a"))
        list.beginProperties()
        list.name(.dav("getetag"))
        list.endProperties(403, condition: "cannot-modify-protected-property")
        list.endResponse()
        #expect(
            text(list.end()).contains(
                "<D:getetag/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status>"
                    + "<D:error><D:cannot-modify-protected-property/></D:error></D:propstat>"))
    }

    @Test func whatWasSetIsReadBackAsItWasMeant() throws {
        let update = """
            <D:propertyupdate xmlns:D='DAV:' xmlns:q='urn:q'><D:set><D:prop><D:x><q:y/></D:x></D:prop></D:set>\
            </D:propertyupdate>
            """
        guard case .set(let name, let value)? = try PropertyUpdate.read(bytes(update)).get().changes.first else {
            Issue.record("nothing is set")
            return
        }
        var list = DocumentList()
        list.begin(bytes("/a"))
        list.beginProperties()
        list.write { $0 += value }
        list.endProperties(200)
        list.endResponse()
        guard case .success(let document) = XMLDocument.read(list.end(), charset: nil) else {
            Issue.record("it is no XML")
            return
        }
        var reader = NamespaceReader(document)
        var names: [ExpandedName] = []
        reading: while true {
            switch try reader.next() {
            case .open(let found): names.append(found)
            case .close: continue
            case .end: break reading
            }
        }
        #expect(names.contains(name))
        #expect(names.contains(PropertyName(namespace: bytes("urn:q"), name: bytes("y"))))
    }
}
