internal import Catalogue
internal import Wire

/// The output of `NSKeyedArchiver` for an object of the class `Document` with a title.
enum KeyedArchive {
    static let title = "<key>title</key><dict><key>CF$UID</key><integer>2</integer></dict>"

    /// `root` is the index of the root object; the document's is 1.
    static func text(root: Int, title: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
        <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>\(root)</integer></dict></dict>
        <key>$objects</key><array><string>$null</string>
        <dict><key>$class</key><dict><key>CF$UID</key><integer>3</integer></dict>\(title)</dict><string>Plan</string>
        <dict><key>$classname</key><string>Document</string>
        <key>$classes</key><array><string>Document</string><string>NSObject</string></array></dict>
        </array></dict></plist>

        """
    }

    /// Replaces the body and sets the Content-Type.
    static func put(_ text: String, in reply: inout Reply) {
        reply.head.set("Content-Type", "application/x-plist")
        reply.replaceBody(Array(text.utf8))
    }
}

extension Failure {
    /// A valid property list with an archive whose root object does not exist.
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
