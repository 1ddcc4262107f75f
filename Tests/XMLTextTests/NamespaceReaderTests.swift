@testable import XMLText
import Testing

/// What names mean by their prefixes, and elements taken out of a document.
struct NamespaceReaderTests {
    private func open(_ text: String) -> NamespaceReader? {
        guard case .success(let document) = XMLDocument.read(Array(text.utf8), charset: nil) else { return nil }
        return NamespaceReader(document)
    }

    /// `{namespace}name` for each element, `broken` where it stops.
    private func tell(_ text: String) -> String {
        guard var reader = open(text) else { return "unread" }
        var told: [String] = []
        do throws(XMLReader.SyntaxError) {
            while true {
                switch try reader.next() {
                case .open(let name):
                    let namespace = String(decoding: name.namespace, as: UTF8.self)
                    told.append("{\(namespace)}\(String(decoding: name.name, as: UTF8.self))")
                case .close: continue
                case .end: return told.joined(separator: " ")
                }
            }
        } catch {
            return error == .documentType ? "doctype" : "broken"
        }
    }

    /// The first element with this local name, taken out.
    private func take(_ name: String, from text: String) throws(XMLReader.SyntaxError) -> String? {
        guard var reader = open(text) else { return nil }
        while true {
            switch try reader.next() {
            case .open(let found) where found.name.elementsEqual(name.utf8):
                return String(decoding: try reader.takeElement(), as: UTF8.self)
            case .end: return nil
            default: continue
            }
        }
    }

    @Test(arguments: [
        ("<a/>", "{}a"), ("<a xmlns='n'/>", "{n}a"), ("<p:a xmlns:p='n'/>", "{n}a"),
        ("<a xmlns='n'><b/></a>", "{n}a {n}b"),
        ("<a xmlns='n'><b xmlns=''><c/></b><d/></a>", "{n}a {}b {}c {n}d"),
        ("<p:a xmlns:p='n'><p:b xmlns:p='m'/><p:c/></p:a>", "{n}a {m}b {n}c"),
        ("<p:a xmlns:p='n'><b/></p:a>", "{n}a {}b"), ("<a xmlns='&#110;&lt;&amp;'/>", "{n<&}a"),
        ("<a xmlns=' n\n\tm\r\no'/>", "{ n  m o}a"), ("<xml:a/>", "{http://www.w3.org/XML/1998/namespace}a"),
        ("<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", "{}a"),
        ("<a p:x='1' q:x='1' xmlns:p='n' xmlns:q='m'/>", "{}a"), ("<a x='1' p:x='1' xmlns='n' xmlns:p='n'/>", "{n}a"),
        ("<é:ü xmlns:é='n'/>", "{n}ü"), ("<a xml:lang='en'/>", "{}a"),
    ])
    func namesAreExpanded(text: String, told: String) { #expect(tell(text) == told) }

    @Test(arguments: [
        "<p:a/>", "<a p:x='1'/>", "<a><p:b xmlns:p='n'/><p:c/></a>", "<p:a xmlns:p=''/>", "<a xmlns:p=''/>", "<:a/>",
        "<p:/>",
        "<p:a:b xmlns:p='n'/>", "<p:1 xmlns:p='n'/>", "<a :x='1'/>", "<a xmlns:='n'/>", "<a xmlns:p:q='n'/>",
        "<a p:x='1' q:x='1' xmlns:p='n' xmlns:q='n'/>", "<a xmlns:xmlns='n'/>", "<xmlns:a/>", "<a xmlns:xml='n'/>",
        "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", "<a xmlns='n' xmlns='m'/>", "<p:a xmlns:p='n'></q:a>",
        "<p:a xmlns:p='n' xmlns:q='n'></q:a>", "<a xmlns:1p='n'/>",
    ])
    func whatHasNoMeaningIsNotWellFormed(text: String) { #expect(tell(text) == "broken") }

    @Test func prefixesAreBounded() {
        func nested(_ count: Int) -> String {
            (0..<count).map { "<a xmlns:p\($0)='n'>" }.joined() + String(repeating: "</a>", count: count)
        }
        #expect(tell(nested(NamespaceReader.maximumPrefixes)) != "broken")
        #expect(tell(nested(NamespaceReader.maximumPrefixes + 1)) == "broken")
        let apart = String(repeating: "<b xmlns='n'/>", count: NamespaceReader.maximumPrefixes + 1)
        #expect(tell("<a>\(apart)</a>") != "broken")
    }

    @Test(arguments: [
        ("<r><e/></r>", "<e/>"), ("<r><e>x</e></r>", "<e>x</e>"), ("<r><e >x</e ></r>", "<e >x</e >"),
        ("<p:r xmlns:p='n'><p:e/></p:r>", "<p:e xmlns:p=\"n\"/>"), ("<r xmlns='n'><e/></r>", "<e xmlns=\"n\"/>"),
        // Only what is needed, and what is needed below.
        ("<p:r xmlns:p='n' xmlns:q='m'><e><q:x/></e></p:r>", "<e xmlns:q=\"m\"><q:x/></e>"),
        ("<r xmlns:q='m'><e q:x='1'/></r>", "<e xmlns:q=\"m\" q:x='1'/>"),
        ("<r xmlns:q='m'><e><x q:y='1'/></e></r>", "<e xmlns:q=\"m\"><x q:y='1'/></e>"),
        ("<r xmlns='n'><p:e xmlns:p='m'><x/></p:e></r>", "<p:e xmlns=\"n\" xmlns:p='m'><x/></p:e>"),
        // What it says itself stays; what an inner element says is of no use to its sibling.
        ("<p:r xmlns:p='n'><p:e xmlns:p='m'><p:x/></p:e></p:r>", "<p:e xmlns:p='m'><p:x/></p:e>"),
        ("<r xmlns:p='n'><e><p:x xmlns:p='m'/><p:y/></e></r>", "<e xmlns:p=\"n\"><p:x xmlns:p='m'/><p:y/></e>"),
        ("<r xmlns='n'><e xmlns=''><x/></e></r>", "<e xmlns=''><x/></e>"),
        ("<r xmlns='n'><m xmlns=''><e/></m></r>", "<e xmlns=\"\"/>"),
        // The nearest of two.
        ("<r xmlns:p='n'><m xmlns:p='o'><p:e/></m></r>", "<p:e xmlns:p=\"o\"/>"),
        // The language comes along.
        ("<r xml:lang='en'><e/></r>", "<e xml:lang=\"en\"/>"),
        ("<r xml:lang='en'><e xml:lang='de'/></r>", "<e xml:lang='de'/>"),
        ("<r xml:lang='en'><m xml:lang='de'/><e/></r>", "<e xml:lang=\"en\"/>"),
        // As it was written.
        (
            "<r><e a='&lt;'>1<!-- c -->2<?go on?><![CDATA[<3>]]>&amp;é<b/> <b>4</b></e>5</r>",
            "<e a='&lt;'>1<!-- c -->2<?go on?><![CDATA[<3>]]>&amp;é<b/> <b>4</b></e>"
        ),
        ("<r xmlns:p='&quot;&lt;&amp;&#10;>'><p:e/></r>", "<p:e xmlns:p=\"&quot;&lt;&amp;&#10;&gt;\"/>"),
    ])
    func anElementIsTakenOutWithAllThatItMeans(text: String, taken: String) throws {
        let found = try take("e", from: text)
        #expect(found == taken)
        // What was taken means the same where it stands alone.
        #expect(try take("e", from: found ?? "") == taken)
    }

    @Test func theSecondElementNeedsNothingOfTheFirst() throws {
        var reader = try #require(open("<r xmlns:p='n' xmlns:q='m'><p:a/><q:b/></r>"))
        var taken: [String] = []
        _ = try reader.next()
        while case .open = try reader.next() { taken.append(String(decoding: try reader.takeElement(), as: UTF8.self)) }
        #expect(taken == ["<p:a xmlns:p=\"n\"/>", "<q:b xmlns:q=\"m\"/>"])
    }

    @Test func whatIsBrokenInsideIsBrokenWhenTaken() {
        for text in ["<r><e><p:x/></e></r>", "<r><e>", "<r><e></r>", "<r><e>\u{1}</e></r>"] {
            #expect(throws: XMLReader.SyntaxError.notWellFormed) { try take("e", from: text) }
        }
    }

    @Test func valuesComeBackFromBetweenDoubleQuotes() throws {
        let value = "a\"b'c<d>&e\tf\ng\rh é"
        var text = Array("<a xmlns=\"".utf8)
        XMLWriter.escapeValue(Array(value.utf8), into: &text)
        var reader = try #require(open(String(decoding: text, as: UTF8.self) + "\"/>"))
        guard case .open(let name) = try reader.next() else {
            Issue.record("nothing opens")
            return
        }
        #expect(String(decoding: name.namespace, as: UTF8.self) == value)
    }
}
