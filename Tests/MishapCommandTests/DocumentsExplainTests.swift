import Testing

@testable import MishapCommand

/// What `explain` says of the codes of documents.
struct DocumentsExplainTests {
    @Test(arguments: ["documents/640", "NSFileWriteOutOfSpaceError", "640"])
    func allThatIsKnownOfACode(name: String) {
        #expect(
            Run(["explain", name]).output == """
                documents/640  an answer: it has a status and a body, and takes delay, pace and cut
                Cocoa reports NSFileWriteOutOfSpaceError (saving, moving), which the app or its file provider makes
                of what the server does: PUT: 507 Insufficient Storage; 413 for quota.

                Also called
                  NSFileWriteOutOfSpaceError

                In which phases
                  Saving (PUT), moving (MOVE).

                Who makes the code of it
                  The app or its file provider.

                What leads to it, the first unless "by" says which
                  documents/out-of-space         The store has no room for the document.
                  documents/out-of-space/disk    The store has no room for the document.
                  documents/out-of-space/length  The store has no room for the document.

                On the wire
                  By `quota`: 507 with a DAV:quota-not-exceeded error; by `disk`: 507 with
                  DAV:sufficient-disk-space, which is about the store and not about the user; by `length`: 413 with
                  DAV:quota-not-exceeded. By `errors` of sabre an element d:error of
                  Sabre\\DAV\\Exception\\InsufficientStorage (by `length` as it is), of nextcloud the same, by `length`
                  of OCA\\DAV\\Connector\\Sabre\\Exception\\EntityTooLarge, of nginx its page, and 500 in place of 507.

                When
                  Before the head of a response is complete.

                What it needs between gateway and client
                  Nothing: proxies pass it.

                What clients report
                  curl                 0 with the status; 22 with --fail
                  Foundation on Linux  NSCocoaErrorDomain 256 of Data(contentsOf:)

                What "with" takes
                  by       What leads to it. (one of the above; default documents/out-of-space)
                  errors   Whose errors the store sends: a line of text or an element of RFC 4918, the element
                           d:error of sabre/dav, that of Nextcloud and ownCloud, or the pages of nginx. (text,
                           sabre, nextcloud or nginx; default text)
                  status   The HTTP status, in place of the failure's own. (100 to 999)
                  headers  Fields that are set on the response; null removes one. (an object of names and values)
                  message  The text that tells what went wrong, in place of the stock one. (text)
                  json     A body of one's own, in place of the failure's. (any JSON)

                Known from
                  FoundationErrors.h, by UIDocument.handleError(_:userInteractionPermitted:); the mapping from HTTP
                  is our assumption, after RFC 9110 and RFC 4918 (assumed)

                Try it
                  curl -v -d 'Plan' -X PUT http://127.0.0.1:8080/__mishap/fail/documents/640/report.txt

                In a scenario
                  {
                    "system": "documents",
                    "rules": [
                      { "fail": "documents/640", "with": { "by": "documents/out-of-space", "errors": "text" } }
                    ]
                  }

                """)
    }

    @Test func whatFoundationMakesByItselfSaysSo() {
        let said = Run(["explain", "documents/4864"]).output
        #expect(said.contains("\nWho makes the code of it\n  Foundation.\n"))
        #expect(
            said.contains(
                "\nWhat Foundation says on Linux\n  NSKeyedUnarchiver of the archive, JSONDecoder of the JSON.\n"))
        #expect(said.contains("measured 2026-11 (observed)\n"))
        #expect(said.contains("  curl -v http://127.0.0.1:8080/__mishap/fail/documents/4864/notes/plan.txt\n"))
    }

    @Test func aFailureOfAStoreIsFoundByItsName() {
        #expect(Run(["explain", "out-of-space"]).output.hasPrefix("documents/out-of-space  an answer"))
    }
}
