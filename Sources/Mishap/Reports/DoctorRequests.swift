internal import Wire

/// The requests of `mishap doctor`, which try the path to the gateway and no client: they are in the journal, and in no
/// report.
enum DoctorRequests {
    private static let fieldName = Array("user-agent".utf8)
    private static let agent = Array("mishap-doctor".utf8)

    static func isOne(_ request: Request) -> Bool {
        request.first(fieldName).map { request.head[$0].elementsEqual(agent) } ?? false
    }
}
