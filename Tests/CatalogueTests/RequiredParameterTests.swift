import Catalogue
import JSONText
import Systems
import Testing

/// Parameters without which nobody knows what is to be sent, such as the code of `other`.
struct RequiredParameterTests {
    /// Each form that an error shows can be pasted.
    @Test func theStepThatShowsOneIsJSONAndHasIt() throws {
        var seen: Set<String> = []
        for entry in FailureIndex.all.entries {
            guard case .failure(let make) = entry.disposition else { continue }
            let failure = make()
            for parameter in failure.ownParameters {
                guard let form = parameter.form else { continue }
                let step = try JSONParser.parse(Array(form.utf8)).get()
                #expect(step["fail"]?.string == "other" && step["with"]?[parameter.name] != nil, "\(form)")
                seen.insert(failure.name)
            }
        }
        #expect(seen == ["graph/other", "jsonrpc/other", "mtop/other", "salesforce/other", "xmlrpc/other"])
    }
}
