internal import Catalogue
internal import Wire

extension Failure {
    /// What a reader that calls itself does not survive.
    static let tooDeep = xmlrpcSpoiler(
        "too-deep", "The result is an array in an array, and so on, deeper than a client may follow.",
        wire: "Arrays nested `depth` deep in place of the result.",
        python: "accepted: it does not call itself, but RecursionError where the result is printed",
        parameters: [Parameter("depth", .count(1...100_000), "How many arrays there are.", standard: .count(1_200))]
    ) { arguments, reply in
        reply.editValue { _ in
            let depth = arguments.count("depth") ?? 1
            let opening = Array("<value><array><data>".utf8)
            let closing = Array("</data></array></value>".utf8)
            return Array(repeatElement(opening, count: depth).joined())
                + Array(repeatElement(closing, count: depth).joined())
        }
    }
}
