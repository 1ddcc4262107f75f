import Bytes
import Testing

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ca", "ac", 1), ("ca", "abc", 3),
        ("staus", "status", 1),
    ])
    func distancesAreThoseOfOptimalStringAlignment(a: String, b: String, distance: Int) {
        #expect(EditDistance.distance(a, b, bound: 10) == distance)
        #expect(EditDistance.distance(b, a, bound: distance) == distance)
        #expect(EditDistance.distance(a, b, bound: distance - 1) == nil)
    }

    @Test func theNearestNameIsMeant() {
        let fields = ["status", "reason", "headers", "json", "text"]
        #expect(EditDistance.nearest(to: "staus", among: fields) == "status")
        #expect(EditDistance.nearest(to: "Status", among: fields) == "status")
        #expect(EditDistance.nearest(to: "JSON", among: fields) == "json")
        #expect(EditDistance.nearest(to: "body", among: fields) == nil)
        #expect(EditDistance.nearest(to: "", among: fields) == nil)
        #expect(EditDistance.nearest(to: "x", among: ["y"]) == nil)
    }

    @Test func caseDecidesBetweenTwoEquallyNear() {
        #expect(EditDistance.nearest(to: "Ab", among: ["ab", "AB", "Ab"]) == "Ab")
        #expect(EditDistance.nearest(to: "tezt", among: ["TEST", "test"]) == "test")
    }

    @Test func veryLongNamesHaveNoNeighbours() {
        let long = String(repeating: "a", count: 100_000)
        #expect(EditDistance.nearest(to: long, among: [long]) == nil)
    }
}
