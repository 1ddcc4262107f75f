internal import Catalogue
internal import Wire

/// Successes with the usage of a limit: a client that reads it can slow down before it is refused.
extension Failure {
    static let appUsage = counted(.app, "The application is near its limit of calls, and the answer says so.")
    static let pageUsage = counted(.page, "The page is near its limit of calls, and the answer says so.")

    static let businessUsage = usage(
        .business(GraphUsage.businessTypes[0]),
        "A business use case is near its limit of calls, and the answer says so.",
        [
            Parameter("business", .count(1...Int.max), "The id of the business.", standard: .count(1)),
            Parameter(
                "type", .word(GraphUsage.businessTypes), "The business use case.",
                standard: .text(GraphUsage.businessTypes[0])),
            Parameter(
                "and", .word([none] + GraphUsage.businessTypes),
                "Another business use case, with an entry of its own in the same list.", standard: .text(none)),
            percent("callCount", "calls", 95), percent("cpuTime", "processor time", 20), percent("time", "time", 20),
            Parameter(
                "regain", .duration, limit: .wholeMinutes,
                "The time until calls are taken again, in whole minutes; 0 while they are.", standard: .duration(0)),
            tier,
        ]
    ) { field, arguments in
        field.business(
            String(arguments.count("business") ?? 1),
            [arguments.text("type") ?? GraphUsage.businessTypes[0]]
                + [arguments.text("and") ?? none].filter { $0 != none },
            (arguments.count("callCount") ?? 95, arguments.count("cpuTime") ?? 20, arguments.count("time") ?? 20),
            regain: arguments.minutes("regain") ?? 0, arguments.text("tier") ?? GraphUsage.tiers[0])
    }

    static let adAccountUsage = usage(
        .adAccount, "The ad account is near its limit of calls, and the answer says so.",
        [
            percent("account", "the ad account's calls", 95),
            Parameter(
                "resetTime", .duration, limit: .wholeSeconds,
                "The time until the account begins anew, in whole seconds.", standard: .duration(100_000_000_000)),
            tier,
        ]
    ) { field, arguments in
        field.account(
            arguments.count("account") ?? 95, resetTime: arguments.seconds("resetTime") ?? 100,
            arguments.text("tier") ?? GraphUsage.tiers[0])
    }

    static let insightsThrottle = usage(
        .insights, "Calls to Ads Insights are near their limit, and the answer says so.",
        [percent("app", "the application's calls", 95), percent("account", "the ad account's calls", 95), tier]
    ) { field, arguments in
        field.throttle(
            app: arguments.count("app") ?? 95, account: arguments.count("account") ?? 95,
            arguments.text("tier") ?? GraphUsage.tiers[0])
    }

    private static func counted(_ usage: GraphUsage, _ summary: String) -> Failure {
        self.usage(
            usage, summary,
            [percent("callCount", "calls", 95), percent("cpuTime", "processor time", 25), percent("time", "time", 25)]
        ) { field, arguments in
            field.counts(
                arguments.count("callCount") ?? 95, arguments.count("cpuTime") ?? 25, arguments.count("time") ?? 25)
        }
    }

    /// No second business use case.
    private static let none = "none"

    private static func percent(_ name: String, _ what: String, _ standard: Int) -> Parameter {
        Parameter(name, .count(0...1000), "Percent of \(what) that are used.", standard: .count(standard))
    }

    private static let tier = Parameter(
        "tier", .word(GraphUsage.tiers), "The app's access tier; none as in older answers, which do not tell it.",
        standard: .text(GraphUsage.tiers[0]))

    private static func usage(
        _ usage: GraphUsage, _ summary: String, _ parameters: [Parameter],
        _ field: @escaping @Sendable (GraphUsage, Arguments) -> HeaderField
    ) -> Failure {
        Failure(
            "graph/\(usage.name.lowercased())", summary,
            wire: """
                The reply as it is, with \(usage.name): one line of JSON. In a batch it is in the headers of that \
                one answer.
                """,
            source: GraphSource.limits.text, phase: .head, parameters: parameters,
            stock: GraphAPI().stockSuccess,
            effect: .spoiler { arguments, reply in
                let field = field(usage, arguments)
                reply.head.set(usage.name, String(decoding: field.value, as: UTF8.self))
            })
    }
}
