internal import Bytes
internal import Catalogue

/// What somebody who asks about a failure means: its name, or the code alone.
enum FailureLookup {
    case one(Failure)
    /// A code that several systems have.
    case several([Failure])
    case notYet(FailureIndex.NotYet)
    /// A name of a system that comes later.
    case laterSystem(String)
    case none(nearest: String?)

    init(_ name: String, in index: FailureIndex = .all) {
        let codes = Self.byCode(name, index)
        if let failure = index[name] {
            self = .one(failure)
        } else if let missing = FailureIndex.notYet.first(where: { $0.name == name || $0.name.hasSuffix("/" + name) }),
            codes.isEmpty
        {
            self = .notYet(missing)
        } else if codes.count == 1 {
            self = .one(codes[0])
        } else if !codes.isEmpty {
            self = .several(codes)
        } else if let system = FailureIndex.laterSystems.first(where: { name == $0 || name.hasPrefix($0 + "/") }) {
            self = .laterSystem(system)
        } else {
            self = .none(nearest: Self.nearest(name, index))
        }
    }

    /// Failures of any system with this code; a number is also a status.
    private static func byCode(_ code: String, _ index: FailureIndex) -> [Failure] {
        guard !code.isEmpty else { return [] }
        let named = index.failures.filter { $0.name.hasSuffix("/" + code) }
        // Only codes of JSON-RPC have a sign; it has one for every number.
        if named.isEmpty, code.hasPrefix("-"), let error = index["jsonrpc/" + code] { return [error] }
        if named.isEmpty, let status = index["http/status/" + code] { return [status] }
        return named
    }

    /// Of the whole names, or else of the codes behind them.
    private static func nearest(_ name: String, _ index: FailureIndex) -> String? {
        let names = index.names + FailureIndex.notYet.map(\.name)
        if let name = EditDistance.nearest(to: name, among: names) { return name }
        let codes = names.map { String($0.drop { $0 != "/" }.dropFirst()) }
        let asked = name.split(separator: "/").last.map(String.init) ?? name
        return EditDistance.nearest(to: asked, among: codes).flatMap { code in names.first { $0.hasSuffix("/" + code) }
        }
    }
}
