import Catalogue
import Wire

extension System {
    static let letters = System(LettersChapter(), dialect: Letters())
}

struct LettersChapter: Chapter {
    var system: String { "letters" }
    var failures: [Failure] {
        [
            Failure(
                "letters/blot", "There is a blot where the letter was.", wire: "200 and a blot.", source: "this test",
                effect: .answerToCall { _ in
                    { call, _ in
                        Reply(status: 200, contentType: "text/plain", text: "#\(call?.letter?.text ?? "?")#")
                    }
                })
        ]
    }
    var rows: [CatalogueEntry] { [] }
    func entry(code: String) -> CatalogueEntry? { nil }
}
