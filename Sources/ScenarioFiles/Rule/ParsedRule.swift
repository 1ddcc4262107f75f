internal import Rules

/// A compiled rule, with what is needed to check it against the other rules.
struct ParsedRule {
    let rule: CompiledRule
    /// Range for messages: its name, or its opening brace.
    let range: Range<Int>
    /// Failures that act before the body of the request has been read.
    let uploadFailures: [UploadFailureChecks.Failure]
    /// Failures that change a reply, and have none in their step.
    let loneSpoilers: [LoneSpoilers.Failure]
}
