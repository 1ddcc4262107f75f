@testable import Systems
import Catalogue
import Testing
import Wire

/// The one failure that brings a mebibyte of its own.
struct OversizedHeaderTests {
    private static func address(_ reply: Reply) -> UnsafeRawPointer? {
        reply.head.fields.last.flatMap { $0.value.withUnsafeBytes { $0.baseAddress } }
    }

    @Test func itsLettersAreThereOnceHoweverOftenItIsNamed() throws {
        let failure = try #require(FailureIndex.all["http/oversized-header"])
        guard case .spoiler(let spoil) = failure.effect else {
            Issue.record("no spoiler")
            return
        }
        var (one, other) = (Reply(), Reply())
        spoil(Arguments(of: failure), &one)
        spoil(Arguments(of: failure), &other)
        #expect(one.head.fields.last?.value.count == 1_048_576)
        #expect(Self.address(one) == Self.address(other))
    }
}
