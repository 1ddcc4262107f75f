import Testing
import Wire

struct TLSAlertTests {
    @Test func namesAndNumbersAreTheRegistrys() {
        #expect(TLSAlert(name: "unknown_ca") == TLSAlert(rawValue: 48))
        #expect(TLSAlert(rawValue: 120).name == "no_application_protocol")
        #expect(TLSAlert(rawValue: 200).name == "200")
        #expect(TLSAlert(name: "unknown") == nil)
        #expect(Set(TLSAlert.names.map(\.code)).count == TLSAlert.names.count)
    }
}
