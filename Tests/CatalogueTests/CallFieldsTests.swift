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
        #expect(fields.indices == [1, 2, 5])
    }
}
