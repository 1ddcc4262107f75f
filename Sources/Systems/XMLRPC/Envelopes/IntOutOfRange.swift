internal import Catalogue
internal import Wire

extension Failure {
    /// What servers of 64 bits send.
    static let intOutOfRange = xmlrpcSpoiler(
        "int-out-of-range", "The result is an integer that needs more than 32 bits, and says that it is one of 32.",
        wire: "An `<i4>` of 4294967296 in place of the result.",
        python: "accepted: 4294967296"
    ) { _, reply in
        reply.editValue { _ in Array("<value><i4>4294967296</i4></value>".utf8) }
    }
}
