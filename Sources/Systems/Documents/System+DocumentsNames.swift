internal import Catalogue

extension System {
    /// Names in what Apple writes about UIDocument that are no failures by themselves.
    static let namesOfDocuments: [ForeignName] = [
        ForeignName(
            "NSCocoaErrorDomain handleError handleError(_:userInteractionPermitted:) finishedHandlingError",
            other: "it comes with every error of a document: \"mishap catalogue documents\" lists them by number and "
                + "symbol, such as documents/260"),
        ForeignName(
            "UIDocumentStateChangedNotification UIDocumentStateChanged", "documents/conflict", "documents/locked"),
        ForeignName("UIDocumentStateInConflict inConflict", "documents/conflict"),
        ForeignName("revert revertToContents", "documents/missing", "documents/conflict", "documents/corrupt"),
        ForeignName("NSCompressionFailed", "documents/5376"),
        ForeignName("NSDecompressionFailed", "documents/5377"),
    ]
}
