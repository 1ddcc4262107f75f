internal import Catalogue
internal import Wire

extension Failure {
    /// A success that nobody can use.
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
}
