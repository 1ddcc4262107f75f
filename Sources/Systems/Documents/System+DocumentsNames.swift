internal import Catalogue

extension System {
    /// Names in what Apple writes about UIDocument that are no failures by themselves.
    static let namesOfDocuments: [ForeignName] = [
        ForeignName(
            "NSCocoaErrorDomain handleError handleError(_:userInteractionPermitted:) handleError:userInteractionPermitted: "
                + "finishedHandlingError finishedHandlingError(_:recovered:) finishedHandlingError:recovered: "
                + "userInteractionNoLongerPermitted userInteractionNoLongerPermitted(forError:) "
                + "userInteractionNoLongerPermittedForError:",
            other: "it comes with every error of a document: \"mishap catalogue documents\" lists them by number and "
                + "symbol, such as documents/260"),
        ForeignName(
            "UIDocumentStateChangedNotification UIDocumentStateChanged", "documents/conflict", "documents/locked"),
        ForeignName("UIDocumentStateInConflict inConflict", "documents/conflict"),
        ForeignName("revert revertToContents", "documents/missing", "documents/conflict", "documents/corrupt"),
        ForeignName("documentState UIDocumentState", "documents/conflict", "documents/locked"),
        ForeignName(
            "UIManagedDocument",
            other:
                "it reports errors as UIDocument does: \"mishap catalogue documents\" lists them, such as documents/260"
        ),
        ForeignName(
            "writeContents writeContents(_:andAttributes:safelyTo:for:) "
                + "writeContents:andAttributes:safelyToURL:forSaveOperation:error: save save(to:for:completionHandler:) "
                + "saveToURL:forSaveOperation:completionHandler:",
            "documents/640", "documents/513", "documents/642"),
        ForeignName(
            "open(completionHandler:) openWithCompletionHandler: openWithCompletionHandler", "documents/260",
            "documents/257", "documents/259"),
        ForeignName("NSCompressionFailed", "documents/5376"),
        ForeignName("NSDecompressionFailed", "documents/5377"),
    ]
}
