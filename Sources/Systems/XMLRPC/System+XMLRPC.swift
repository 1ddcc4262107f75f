internal import Catalogue

extension System {
    static let xmlRPC = System(
        XMLRPCChapter(), dialect: XMLRPC(),
        families: [
            FailureFamily(
                pattern: "(0|-?[1-9][0-9]{0,9})", member: .xmlrpc(-32000), prefix: "xmlrpc/", isOfNumbers: true)
        ])
}
