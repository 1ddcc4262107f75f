internal import Catalogue
internal import JSONText

/// The methods that tell of others, which nearly every server has, as its introspection is described
/// (http://xmlrpc-c.sourceforge.net/introspection.html), and `system.getCapabilities`.
enum Introspection {
    /// The system's own methods in their order, with their signatures and a line of help.
    private static let methods: [(name: String, signatures: String, help: String)] = [
        ("system.getCapabilities", #"[["struct"]]"#, "Tells the specifications that the server follows."),
        ("system.listMethods", #"[["array"]]"#, "Lists the names of all methods."),
        ("system.methodHelp", #"[["string","string"]]"#, "Tells what a method does, in a text that may be empty."),
        (
            "system.methodSignature", #"[["array","string"]]"#,
            "Lists the types of a method's result and parameters, or is \"undef\" where nobody knows them."
        ),
        ("system.multicall", #"[["array","array"]]"#, "Makes several calls at once."),
    ]

    /// The result as JSON, or a fault; nil if it is another method.
    static func answer(
        to call: Call, _ method: [UInt8], _ extensions: XMLRPCExtensions, in context: AnswerContext
    ) -> Result<[UInt8], XMLRPCFault>? {
        guard method.starts(with: "system.".utf8) else { return nil }
        switch String(decoding: method, as: UTF8.self) {
        case "system.listMethods": return .success(list(in: context))
        case "system.methodSignature":
            return described(call, in: context) { Array(($0?.signatures ?? #""undef""#).utf8) }
        case "system.methodHelp": return described(call, in: context) { JSONValue.string($0?.help ?? "").bytes() }
        case "system.getCapabilities": return .success(capabilities(extensions))
        default: return nil
        }
    }

    /// The scripted methods and those of the system.
    private static func list(in context: AnswerContext) -> [UInt8] {
        let names = Set(scripted(in: context) + methods.map { Array($0.name.utf8) }).sorted {
            $0.lexicographicallyPrecedes($1)
        }
        return JSONValue.array(names.map { .string(String(decoding: $0, as: UTF8.self)) }).bytes()
    }

    private static func scripted(in context: AnswerContext) -> [[UInt8]] {
        context.scripted(XMLRPC.Field.rpc.rawValue)
    }

    /// What is told of the method that the call asks for: one of the system, or a scripted one, of which nothing is known.
    private static func described(
        _ call: Call, in context: AnswerContext,
        _ tell: ((name: String, signatures: String, help: String)?) -> [UInt8]
    ) -> Result<[UInt8], XMLRPCFault> {
        guard let name = call.onlyText else { return .failure(.invalidParameters) }
        if let own = methods.first(where: { $0.name.utf8.elementsEqual(name) }) { return .success(tell(own)) }
        return scripted(in: context).contains(name) ? .success(tell(nil)) : .failure(.methodNotFound(name))
    }

    /// As servers in PHP tell them.
    private static func capabilities(_ extensions: XMLRPCExtensions) -> [UInt8] {
        func capability(_ url: String, _ version: Int64) -> JSONValue {
            ["specUrl": .string(url), "specVersion": .int(version)]
        }
        var members: [(String, JSONValue)] = [
            ("xmlrpc", capability("http://www.xmlrpc.com/spec", 1)),
            (
                "faults_interop",
                capability("http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php", 20_010_516)
            ),
            ("system.multicall", capability("http://www.xmlrpc.com/discuss/msgReader$1208", 1)),
            ("introspection", capability("http://xmlrpc.usefulinc.com/doc/reserved.html", 1)),
        ]
        if extensions.nil {
            members.append(("nil", capability("http://www.ontosys.com/xml-rpc/extensions.php", 20_010_518)))
        }
        return JSONValue.object(members).bytes()
    }
}
