import Catalogue
import Testing

struct CallFieldsTests {
    @Test func aFieldIsFoundChangedAndTakenAwayByItsName() {
        var fields: CallFields = ["a": [1], "b": [2]]
        #expect(fields["a"] == [1] && fields["b"] == [2] && fields["c"] == nil)
        fields["b"] = [3]
        fields["c"] = [4]
        fields["a"] = nil
        fields["d"] = nil
        #expect(fields["a"] == nil && fields["b"] == [3] && fields["c"] == [4])
        #expect(fields == ["b": [3], "c": [4]])
    }
}

extension CallFields {
    /// As a dictionary of texts.
    var texts: [String: String] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, String(decoding: self[$0] ?? [], as: UTF8.self)) })
    }
}
