@testable import XMLText
import Testing

/// What the reader of XML takes for well-formed, and what it makes of it.
struct XMLReaderTests {
    /// Names, texts in quotes, a stroke for each end; `broken` or `doctype` where it stops.
    private func tell(_ text: String) -> String { tell(Array(text.utf8)) }

    private func tell(_ bytes: [UInt8]) -> String {
        var reader = XMLReader(bytes, from: 0)
        var told: [String] = []
        func note(_ reader: XMLReader) {
            if !reader.text.isEmpty { told.append("\"" + String(decoding: reader.text, as: UTF8.self) + "\"") }
        }
        do throws(XMLReader.SyntaxError) {
            while true {
                switch try reader.next() {
                case .open(let name):
                    note(reader)
                    told.append(String(decoding: reader.name(name), as: UTF8.self))
                case .close:
                    note(reader)
                    told.append("/")
                case .end: return told.joined(separator: " ")
                }
            }
        } catch {
            return error == .documentType ? "doctype" : "broken"
        }
    }

    @Test(arguments: [
        ("<a/>", "a /"), ("<a></a>", "a /"), ("<a ></a >", "a /"), ("\n <a/>\r\n", "\"\n \" a /"),
        ("<a>x<b>y</b>z</a>", #"a "x" b "y" / "z" /"#), ("<a b='1' c=\"&lt;2\"/>", "a /"),
        ("<a>&lt;&gt;&amp;&quot;&apos;</a>", #"a "<>&"'" /"#), ("<a>&#65;&#x42;&#x1F600;&#0065;</a>", "a \"AB😀A\" /"),
        ("<a>1<!-- no -->2<?go on?>3<![CDATA[<4>&]] >]]></a>", #"a "123<4>&]] >" /"#),
        ("<a><![CDATA[\ra\r\rb]c]]d]]>e]f-g</a>", "a \"\na\n\nb]c]]de]f-g\" /"),
        ("<?go?><!----><a/><!-- x -->", "a /"), ("<a>x\r\ny\rz</a>", "a \"x\ny\nz\" /"),
        ("<a><![CDATA[x\r\ny\rz]]></a>", "a \"x\ny\nz\" /"), ("<a>]] > ]&#93;></a>", #"a "]] > ]]>" /"#),
        ("<ns:a_1.b-c/>", "ns:a_1.b-c /"), ("<é>ü</é>", "é \"ü\" /"), ("<a>\u{FFFD}</a>", "a \"\u{FFFD}\" /"),
    ])
    func whatIsWellFormed(text: String, told: String) { #expect(tell(text) == told) }

    @Test(arguments: [
        "", " ", "x", "<", "<a", "<a>", "<a/", "</a>", "<a></b>", "<a></a></a>", "<a/><b/>", "<a/>x", "x<a/>", "<1/>",
        "< a/>", "<a b/>", "<a b=1/>", "<a b='1/>", "<a b='1'c='2'/>", "<a b='1' b='2'/>", "<a b='<'/>", "<a b='&x;'/>",
        "<a>&</a>", "<a>&x;</a>", "<a>&lt</a>", "<a>&#;</a>", "<a>&#x;</a>", "<a>&#0;</a>", "<a>&#8;</a>",
        "<a>&#xD800;</a>", "<a>&#x110000;</a>", "<a>&#99999999999999999999;</a>", "<a>&#xFFFE;</a>", "<a>]]></a>",
        "<a><!-- -- --></a>", "<a><!-- --", "<a><![CDATA[</a>", "<![CDATA[x]]>", "<a><!ELEMENT b></a>",
        "<a><!DOCTYPE a></a>", "<a/><!DOCTYPE a>", "<a><?xml version='1.0'?></a>", "<a><?XML?></a>", "<a><?></a>",
        "<a><?go</a>",
        "<a>\u{1}</a>", "<a>\0</a>", "<a>\u{FFFE}</a>", "<a>\u{FFFF}</a>", "&lt;<a/>", "<a b='\u{8}'/>", "<!a><a/>",
    ])
    func whatIsNot(text: String) { #expect(tell(text) == "broken") }

    @Test(arguments: [
        "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        " <!-- x --><!DOCTYPE a SYSTEM 'file:///x'><a/>",
        "<!DOCTYPE",
    ])
    func aDocumentTypeIsWhereReadingEnds(text: String) { #expect(tell(text) == "doctype") }

    @Test func depthAndAttributesAreBounded() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(tell(nested(XMLReader.maximumDepth)) != "broken")
        #expect(tell(nested(XMLReader.maximumDepth + 1)) == "broken")
        #expect(tell(String(repeating: "<a>", count: 1_000_000)) == "broken")
        func attributes(_ count: Int) -> String {
            "<a" + (0..<count).map { " b\($0)=''" }.joined() + "/>"
        }
        #expect(tell(attributes(XMLReader.maximumAttributes)) == "a /")
        #expect(tell(attributes(XMLReader.maximumAttributes + 1)) == "broken")
    }

    @Test func whatXMLCannotSayIsReplaced() {
        func escaped(_ text: String) -> String {
            var output: [UInt8] = []
            XMLWriter.escape(Array(text.utf8), into: &output)
            return String(decoding: output, as: UTF8.self)
        }
        #expect(escaped("<a & b>\r\n\t\"'") == "&lt;a &amp; b&gt;&#13;\n\t\"'")
        #expect(escaped("\0\u{1}\u{1F}\u{7F}") == "\u{FFFD}\u{FFFD}\u{FFFD}\u{7F}")
        #expect(escaped("\u{FFFE}x\u{FFFF}\u{FFFD}ſ\u{1}\u{FFEF}") == "\u{FFFD}x\u{FFFD}\u{FFFD}ſ\u{FFFD}\u{FFEF}")
        #expect(XMLWriter.canRepresent(Array("é\u{FFFD}\n".utf8)))
        #expect(!XMLWriter.canRepresent(Array("\u{FFFF}".utf8)) && !XMLWriter.canRepresent([8]))
    }
}
