internal import Bytes
internal import Catalogue
internal import JSONText
internal import Systems

/// `GET catalogue[/system[/code]]`: what `mishap catalogue --json` prints.
enum CatalogueCalls {
    static func list(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        return .json(200, CatalogueList(in: .all).json)
    }

    static func system(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        return .json(200, CatalogueList(try system(named: call.names[0]), in: .all).json)
    }

    static func failure(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let name = "\(try system(named: call.names[0]))/\(decoded(call.names[1]))"
        guard let failure = CatalogueList.json(of: name, in: .all) else {
            throw ControlRefusal(Problems.unknownFailure(name.split(separator: "/").map(String.init)))
        }
        return .json(200, failure)
    }

    private static func system(named name: String) throws(ControlRefusal) -> String {
        let (name, known) = (decoded(name), CatalogueList.systems(in: .all))
        guard !known.contains(name) else { return name }
        let hint = EditDistance.nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
        throw ControlRefusal(
            404, "there is no system \"\(name.prefix(100))\"; " + (hint ?? "there are \(ListText.and(known))"))
    }

    private static func decoded(_ name: String) -> String { PercentCoding.decode(Array(name.utf8)[...]).text }
}
