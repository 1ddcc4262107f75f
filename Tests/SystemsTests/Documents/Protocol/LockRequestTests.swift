@testable import Systems
@testable import Catalogue
import Testing

/// Which lock a LOCK asks for.
struct LockRequestTests {
    private func read(_ inner: String) -> Result<LockRequest, BodyProblem> {
        LockRequest.read(Array("<D:lockinfo xmlns:D='DAV:'>\(inner)</D:lockinfo>".utf8))
    }

    private static let write = "<D:locktype><D:write/></D:locktype>"
    private static let exclusive = "<D:lockscope><D:exclusive/></D:lockscope>"
    private static let shared = "<D:lockscope><D:shared/></D:lockscope>"

    @Test func thereAreTwoKinds() throws {
        #expect(try read(Self.exclusive + Self.write).get() == LockRequest(isShared: false, owner: nil))
        #expect(try read(Self.write + "<x/>" + Self.shared).get() == LockRequest(isShared: true, owner: nil))
    }

    @Test func theOwnerIsKeptAsItWasWritten() throws {
        let owner = try read(Self.exclusive + Self.write + "<D:owner>Bea <D:href>http://bea/</D:href> <x/></D:owner>")
            .get().owner
        #expect(
            owner.map { String(decoding: $0, as: UTF8.self) }
                == "<D:owner xmlns:D=\"DAV:\">Bea <D:href>http://bea/</D:href> <x/></D:owner>")
    }

    @Test(arguments: [
        "", write, exclusive, exclusive + shared + write, exclusive + exclusive + write,
        "<D:lockscope><exclusive/></D:lockscope>" + write, "<D:lockscope><D:other/></D:lockscope>" + write,
        exclusive + "<D:locktype><D:read/></D:locktype>", exclusive + write + "<D:owner/><D:owner/>",
        "<D:lockscope><D:exclusive/><D:shared/></D:lockscope>" + write,
    ])
    func whatIsNone(inner: String) { #expect(throws: BodyProblem.notConforming) { try read(inner).get() } }

    @Test func theOwnerIsBounded() throws {
        func owner(_ count: Int) -> String { "<D:owner>\(String(repeating: "x", count: count))</D:owner>" }
        let most = LockRequest.maximumOwner - #"<D:owner xmlns:D="DAV:"></D:owner>"#.utf8.count
        #expect(try read(Self.exclusive + Self.write + owner(most)).get().owner?.count == LockRequest.maximumOwner)
        #expect(throws: BodyProblem.tooLarge) { try read(Self.exclusive + Self.write + owner(most + 1)).get() }
    }

    @Test func brokenAndLargeBodiesAreRefused() {
        #expect(throws: BodyProblem.notWellFormed) { try read("<D:owner>").get() }
        #expect(throws: BodyProblem.notWellFormed) { try LockRequest.read([]).get() }
        #expect(throws: BodyProblem.tooLarge) { try LockRequest.read([UInt8](repeating: 0x20, count: 65_537)).get() }
        #expect(throws: BodyProblem.documentType) { try LockRequest.read(Array("<!DOCTYPE a []><a/>".utf8)).get() }
    }
}
