internal import Catalogue
internal import Wire

/// Header fields that are not about limits.
extension Failure {
    static let graphAuthenticate = Failure(
        "graph/www-authenticate", "The access token is refused, and the challenge in the head calls it as told.",
        wire: """
            400 with an error of code 190, and WWW-Authenticate: OAuth "Facebook Platform" "`error`" and the error's \
            message. Captured with errors of code 190 and 104 as invalid_token, 100 as invalid_request, or for the code \
            of a login as invalid_code, and 1 as unknown_error, which those errors have by themselves. The provider \
            publishes 401, which `statuses` sends.
            """,
        reports: [ClientReport(GraphChapter.client, "as graph/190; the field is not looked at")],
        source: "captured: public issue threads", evidence: .observed,
        parameters: [
            Parameter(
                "error", .text, limit: .withinLine, "What the challenge calls it.", standard: .text("invalid_token")),
            GraphAPI.statuses,
        ],
        effect: .answerToCall { arguments in
            var error = GraphError(GraphCode(190))
            if let message = arguments.text("message") { error.message = GraphMessage(exactly: message) }
            error.challenge = arguments.headText("error")
            let envelope = GraphErrorTemplate(error, status: GraphCode(190).status(arguments))
            return { call, context in envelope.reply(to: call, in: context) }
        })

    static let graphProof = Failure(
        "graph/invalid-appsecret-proof", "The proof of the app's secret is wrong.",
        wire: "400 with an error of code 100, of type GraphMethodException, and the challenge invalid_request.",
        reports: [ClientReport(GraphChapter.client, "FBSDKErrorGraphRequestGraphAPI, category other")],
        source: "captured: python-business-sdk 528 and eleven more issue threads", evidence: .observed,
        effect: .answerToCall { arguments in
            let text = arguments.text("message") ?? "Invalid appsecret_proof provided in the API argument"
            let error = GraphError(code: 100, message: GraphMessage(exactly: text), type: GraphError.method)
            let envelope = GraphErrorTemplate(error, status: 400)
            return { call, context in envelope.reply(to: call, in: context) }
        })

    static let graphPlatformFields = Failure(
        "graph/facebook-api-version",
        "The answer tells the version that it was made by, which is not the one asked for.",
        wire: """
            The reply as it is, with facebook-api-version: `version`, x-fb-rev, and the two ids of captured successes: \
            x-fb-request-id, an A and 22 more characters, and x-fb-trace-id of 11.
            """,
        source: GraphSource.memory.text, evidence: .assumed, phase: .head,
        parameters: [
            Parameter("version", .text, limit: .withinLine, "The version that is told.", standard: .text("v2.0"))
        ],
        stock: GraphAPI().stockSuccess,
        effect: .spoiler { arguments, reply in
            reply.head.set("facebook-api-version", arguments.headText("version") ?? "v2.0")
            reply.head.set("x-fb-rev", "1000000000")
            reply.head.set("x-fb-request-id", "AmishapMishapMishapMish")
            reply.head.set("x-fb-trace-id", "MishapTrace")
        })
}
