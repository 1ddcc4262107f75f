internal import Catalogue
internal import Wire

extension Failure {
    /// A property list as it should be, and in it an archive that leads nowhere.
    static let documentDamagedArchive = Failure(
        "documents/damaged-archive", "The document is a keyed archive whose parts do not fit together.",
        wire: """
            The reply's own status, and a keyed archive as an XML property list whose root is the object number 9, \
            which it does not have.
            """,
        reports: [ClientReport(DocumentMeasured.foundation, "NSCocoaErrorDomain 4864 of NSKeyedUnarchiver")],
        source: DocumentMeasured.source, evidence: .observed, needsBody: true, rewritesBody: true,
        effect: .spoiler { _, reply in
            KeyedArchive.put(KeyedArchive.text(root: 9, title: KeyedArchive.title), in: &reply)
        })
}
