internal import Catalogue
internal import Wire

/// Well-formed responses whose result is a value that clients do not expect or cannot parse.
extension Failure {
    static let valueOfWrongType = xmlrpcSpoiler(
        "result-of-wrong-type", "The result is of another type than the client expects.",
        wire: "A string where the result is a struct or an array, and a struct where it is anything else.",
        python: "success: the type is nowhere said"
    ) { _, reply in
        reply.editValue { value in
            let isLarge = ["<value><struct>", "<value><array>"].contains { value.starts(with: $0.utf8) }
            let small = "<value><string>not a struct</string></value>"
            let large =
                "<value><struct><member><name>unexpected</name><value><boolean>1</boolean></value></member></struct></value>"
            return Array((isLarge ? small : large).utf8)
        }
    }

    static let unknownType = xmlrpcSpoiler(
        "unknown-type", "The result is of a type that XML-RPC does not have.",
        wire: "A `<money>` of 9.99 in place of the result.",
        python: "ResponseError: unknown tag 'money'"
    ) { _, reply in
        reply.editValue { _ in Array("<value><money>9.99</money></value>".utf8) }
    }

    static let malformedValue = xmlrpcSpoiler(
        "malformed-value", "The result is text that does not fit its type.",
        wire: """
            In place of the result by `int`: an `<int>` of 12abc; by `boolean`: one of yes; by `double`: one of 1,5; \
            by `date`: one of yesterday; by `base64`: one of ===.
            """,
        python: "ValueError for int and double, TypeError for boolean; a date and base64 are taken as they are",
        parameters: [.by(["int", "boolean", "double", "date", "base64"], "Which type it is.")]
    ) { arguments, reply in
        reply.editValue { _ in
            let content =
                switch arguments.text("by") {
                case "boolean": "<boolean>yes</boolean>"
                case "double": "<double>1,5</double>"
                case "date": "<dateTime.iso8601>yesterday</dateTime.iso8601>"
                case "base64": "<base64>===</base64>"
                default: "<int>12abc</int>"
                }
            return Array("<value>\(content)</value>".utf8)
        }
    }

    /// Typical of servers with 64-bit integers.
    static let intOutOfRange = xmlrpcSpoiler(
        "int-out-of-range", "The result is an integer that needs more than 32 bits, and says that it is one of 32.",
        wire: "An `<i4>` of 4294967296 in place of the result.",
        python: "accepted: 4294967296"
    ) { _, reply in
        reply.editValue { _ in Array("<value><i4>4294967296</i4></value>".utf8) }
    }

    /// Legal, and not implemented by every client.
    static let untypedValue = xmlrpcSpoiler(
        "untyped-value", "The result is text without a type, which is a string and often forgotten.",
        wire: "A `value` with the text \"42\" and no element around it, in place of the result.",
        python: "accepted: the string '42'", evidence: .documented
    ) { _, reply in
        reply.editValue { _ in Array("<value>42</value>".utf8) }
    }

    /// An extension that many servers use without being asked to.
    static let nilValue = xmlrpcSpoiler(
        "nil", "The result is nil, a type that many servers have and the specification has not.",
        wire: "A `<nil/>` in place of the result.",
        python: "accepted: None, whether it allows None in what it sends or not"
    ) { _, reply in
        reply.editValue { _ in Array("<value><nil/></value>".utf8) }
    }

    /// Overflows the stack of recursive parsers.
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
            var value: [UInt8] = []
            value.reserveCapacity(depth * (opening.count + closing.count))
            for _ in 0..<depth { value += opening }
            for _ in 0..<depth { value += closing }
            return value
        }
    }
}
