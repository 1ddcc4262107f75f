import Catalogue
import Testing
import Wire

struct CallFieldsTests {
    private enum Field: Int { case a, b, c, d, e, f }

    @Test func aFieldIsFoundChangedAndTakenAwayByItsPlace() {
        var fields = CallFields([Field.a: [1], .b: [2]])
        #expect(fields[Field.a] == [1] && fields[Field.b] == [2] && fields[Field.c] == nil)
        fields[Field.b] = [3]
        fields[Field.c] = [4]
        fields[Field.a] = nil
        fields[Field.d] = nil
        fields[Field.f] = [5]
        #expect(fields[0] == nil && fields[1] == [3] && fields[2] == [4] && fields[4] == nil && fields[5] == [5])
        #expect(fields[6] == nil)
        #expect(fields.places == [1, 2, 5])
    }
}

extension CallFields {
    /// As a dictionary of texts, by the names of a system's match fields.
    func texts(_ dialect: some Dialect) -> [String: String] {
        let names = dialect.matchFields.map(\.name)
        return Dictionary(
            uniqueKeysWithValues: places.map { (names[$0], String(decoding: self[$0] ?? [], as: UTF8.self)) })
    }
}

extension Dialect {
    /// The response to a request, from the answers to its calls.
    func combine(_ answers: [Reply?], of request: Request) -> Reply {
        combine(answers, to: read(request), of: request)
    }
}
