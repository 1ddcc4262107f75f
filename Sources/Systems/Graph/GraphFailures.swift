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
        // The head and the proof of the app's secret.
        .graphAuthenticate,
        .graphProof,
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
