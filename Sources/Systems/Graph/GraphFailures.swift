internal import Catalogue

/// The failures of the Graph API that are not an error code: in the head, in a batch, and while logging in.
enum GraphFailures {
    static let all: [Failure] = [
        // How much of a limit is used up.
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
        // Successes that need care.
        .graphDeclined,
        .graphOtherUser,
        .graphWithoutID,
        .graphImage,
        // The login in a browser.
        .graphLoginRedirect,
    ]
}
