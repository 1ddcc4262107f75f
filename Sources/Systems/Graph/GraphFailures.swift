internal import Catalogue

/// The failures of the Graph API that are not error codes: in the head, in a batch, and at login.
enum GraphFailures {
    static let all: [Failure] = [
        // Fields with the usage of a limit.
        .appUsage,
        .pageUsage,
        .businessUsage,
        .adAccountUsage,
        .insightsThrottle,
        // Other fields of the head.
        .graphAuthenticate,
        .graphPlatformFields,
        // The answer to a batch.
        .graphTimedOut,
        .graphMissingElement,
        .graphNoList,
        // Unexpected successes.
        .graphDeclined,
        .graphOtherUser,
        .graphWithoutID,
        .graphImage,
        // The login in a browser.
        .graphLoginRedirect,
    ]
}
