@testable import XMLText
@testable import Systems
@testable import Catalogue
import Testing

/// What a PROPPATCH changes, and which lock a LOCK asks for.
struct PropertyUpdateTests {
    private func tell(_ inner: String, _ root: String = "xmlns:D='DAV:'") throws -> [String] {
        let body = "<D:propertyupdate \(root)>\(inner)</D:propertyupdate>"
        return try PropertyUpdate.read(Array(body.utf8)).get().changes.map { change in
            switch change {
            case .set(let name, let value): "\(text(name)) = \(String(decoding: value, as: UTF8.self))"
            case .remove(let name): "no \(text(name))"
            }
        }
    }

    private func text(_ name: PropertyName) -> String {
        "{\(String(decoding: name.namespace, as: UTF8.self))}\(String(decoding: name.name, as: UTF8.self))"
    }

    @Test func changesStandInTheirOrder() throws {
        let told = try tell(
            """
            <D:set><D:prop><a>1</a><z:b xmlns:z='urn:z'><z:c/>2</z:b></D:prop></D:set>
            <D:remove><D:prop><a/><D:d>x</D:d></D:prop></D:remove><D:new><D:prop><e/></D:prop></D:new>
            <D:set><x/><D:prop><a>3</a></D:prop><D:prop><f/></D:prop></D:set>
            """)
        #expect(
            told == [
                "{}a = <a>1</a>", "{urn:z}b = <z:b xmlns:z='urn:z'><z:c/>2</z:b>", "no {}a", "no {DAV:}d",
                "{}a = <a>3</a>",
                "{}f = <f/>",
            ])
    }

    @Test func valuesMeanTheSameWhereverTheyStand() throws {
        let told = try tell(
            "<D:set xml:lang='en'><D:prop xmlns:q='urn:q'><q:a>x <D:b y='&#62;'>é</D:b><c/></q:a></D:prop></D:set>")
        #expect(
            told == [
                "{urn:q}a = <q:a xmlns:D=\"DAV:\" xmlns:q=\"urn:q\" xml:lang=\"en\">x <D:b y='&#62;'>é</D:b><c/></q:a>"
            ])
    }

    @Test(arguments: [
        ("", BodyProblem.notWellFormed), ("<D:propertyupdate xmlns:D='DAV:'/>", .notConforming),
        ("<D:propertyupdate xmlns:D='DAV:'><D:set/></D:propertyupdate>", .notConforming),
        ("<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop/></D:set></D:propertyupdate>", .notConforming),
        ("<D:propfind xmlns:D='DAV:'><D:set><D:prop><a/></D:prop></D:set></D:propfind>", .notConforming),
        ("<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><p:a/></D:prop></D:set></D:propertyupdate>", .notWellFormed),
        ("<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><a/></D:prop></D:set>", .notWellFormed),
        ("<!DOCTYPE a><D:propertyupdate xmlns:D='DAV:'/>", .documentType),
    ])
    func whatIsRefused(body: String, problem: BodyProblem) {
        #expect(throws: problem) { try PropertyUpdate.read(Array(body.utf8)).get() }
    }

    @Test func theyAreBoundedInNumberAndBytes() throws {
        func changes(_ count: Int, root: String = "xmlns:D='DAV:'") throws -> Int {
            try tell("<D:set><D:prop>" + String(repeating: "<a/>", count: count) + "</D:prop></D:set>", root).count
        }
        #expect(try changes(1_000) == 1_000)
        #expect(throws: BodyProblem.tooLarge) { try changes(1_001) }
        // A namespace is written once, and would be repeated for each property.
        let long = "xmlns:D='DAV:' xmlns='" + String(repeating: "n", count: 100_000) + "'"
        #expect(try changes(20, root: long) == 20)
        #expect(throws: BodyProblem.tooLarge) { try changes(21, root: long) }
        #expect(throws: BodyProblem.tooLarge) {
            try PropertyUpdate.read([UInt8](repeating: 0x20, count: 1 << 20 + 1)).get()
        }
        let levels = 100_000
        let deep = String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
        #expect(throws: BodyProblem.notWellFormed) { try tell("<D:set><D:prop>\(deep)</D:prop></D:set>") }
    }
}
