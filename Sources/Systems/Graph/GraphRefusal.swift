internal import Catalogue

/// Why an unscripted request is refused: an error that is built once.
struct GraphRefusal: Error {
    let template: GraphErrorTemplate

    static let parameter = GraphRefusal(code: GraphCode(100))

    init(_ template: GraphErrorTemplate) { self.template = template }

    init(code: GraphCode) { template = GraphErrorTemplate(code) }

    /// Another form of the code; it must be one of the table.
    init(form name: String, of code: GraphCode) {
        var error = GraphError(code)
        let form = code.forms.first { $0.name == name }
        if let form { error.take(form) }
        self.init(GraphErrorTemplate(error, status: form?.status ?? code.status))
    }
}

/// Parameters without which a call is refused. The sentence was captured of one of WhatsApp's.
enum RequiredParameter: String, CaseIterable {
    case ids, code
    case query = "q"
    case inputToken = "input_token"
    case exchangedToken = "fb_exchange_token"

    var refusal: GraphRefusal { Self.refusals[self] ?? .parameter }

    private static let refusals = Dictionary(
        uniqueKeysWithValues: allCases.map { parameter in
            let message = GraphMessage(exactly: "(#100) The parameter \(parameter.rawValue) is required.")
            let template = GraphErrorTemplate(GraphError(code: 100, message: message), status: GraphCode(100).status)
            return (parameter, GraphRefusal(template))
        })
}
