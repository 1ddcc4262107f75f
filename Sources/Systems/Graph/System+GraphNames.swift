internal import Catalogue

extension System {
    /// Names in the documents of the Graph API that are no failures by themselves.
    static let namesOfGraph: [ForeignName] = [
        ForeignName(
            "account-disabled disabled-account", "graph/190/459", "graph/FBSDKLoginErrorUserCheckpointed",
            "graph/FBSDKLoginErrorSystemAccountUnavailable"),
        ForeignName("transient", "graph/2", "graph/1", "graph/4", "graph/17"),
        ForeignName("recoverable", "graph/190", "graph/102"),
        ForeignName(
            "FBSDKLoginBehaviorSystemAccount FBSDKLoginResult",
            other: "the SDK for iOS logs in by itself, and reports what fails in FBSDKLoginErrorDomain: "
                + "\"mishap catalogue graph\" lists its codes, such as FBSDKLoginErrorUserCheckpointed"),
        ForeignName(
            "FBSDKShareAPI NSUnderlyingError NSUnderlyingErrorKey",
            other:
                "the SDK for iOS wraps the error of the request there: any code of graph, such as 190, is what it wraps"
        ),
        ForeignName(
            "setGraphErrorRecoveryDisabled setGraphErrorRecoveryDisabled: graphErrorRecoveryDisabled",
            other:
                "it keeps the SDK for iOS from asking once more by itself after errors that are transient (graph/2) or "
                + "recoverable (graph/190)"),
        ForeignName(
            "FBSDKErrorDeveloperMessageKey FBSDKErrorLocalizedDescriptionKey FBSDKErrorLocalizedTitleKey",
            other: "the SDK for iOS fills it from the error's message, error_user_msg and error_user_title: "
                + "\"message\", \"userMessage\" and \"userTitle\" in the \"with\" of any code of graph, such as 190"),
        ForeignName(
            "FBSDKGraphRequestErrorGraphErrorCode FBSDKGraphRequestErrorGraphErrorCodeKey "
                + "FBSDKGraphRequestErrorErrorCode FBSDKGraphRequestErrorErrorSubcode "
                + "FBSDKGraphRequestErrorGraphErrorSubcode FBSDKGraphRequestErrorGraphErrorSubcodeKey",
            other: "the SDK for iOS fills it from the code and the subcode of any error of graph, such as 190/463"),
        ForeignName(
            "FBSDKGraphRequestErrorCategoryKey FBSDKGraphRequestErrorKey",
            other: "the SDK for iOS fills it by its table of codes: transient as of graph/2, recoverable as of "
                + "graph/190, other as of graph/100"),
        ForeignName(
            "FBSDKGraphRequestErrorHTTPStatusCodeKey FBSDKGraphRequestErrorParsedJSONResponseKey",
            other: "the SDK for iOS puts the answer's status and JSON there, as of any error of graph"),
        ForeignName(
            "NSRecoveryAttempterErrorKey NSLocalizedRecoverySuggestionErrorKey NSLocalizedRecoveryOptionsErrorKey "
                + "NSErrorRecoveryAttempting FBSDKErrorRecoveryAttempting FBSDKGraphErrorRecoveryProcessor",
            other: "the SDK for iOS offers a recovery by itself, after errors that are transient (graph/2) or "
                + "recoverable (graph/190)"),
    ]
}
