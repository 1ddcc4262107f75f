internal import Catalogue
internal import Wire

/// A header field with the usage of a limit.
enum GraphUsage: Sendable {
    case app, page, adAccount, insights
    /// The value is the type of the business use case.
    case business(String)
    /// That of an application which is not near its limit, as an error came with that is about something else.
    case idleApp
    /// That of a WhatsApp business which is not near its limit.
    case whatsAppMessages

    static let businessTypes = [
        "pages", "ads_insights", "ads_management", "custom_audience", "instagram", "leadgen", "messenger",
        whatsApp, catalogBatch,
    ]
    /// Nobody publishes these two words: they are the names of the use cases.
    private static let whatsApp = "whatsapp_business_management"
    private static let catalogBatch = "catalog_batch"
    static let tiers = ["standard_access", "development_access", noTier]
    /// Leaves the tier out, as older answers were captured.
    static let noTier = "none"

    /// The field that goes with an error code; nil if none is known.
    init?(ofErrors code: GraphCode) {
        switch (code.code, code.subcode) {
        case (17, 2_446_079), (613, 1_487_742): self = .adAccount
        case (4, _), (17, _): self = .app
        case (32, _): self = .page
        case (80000, _): self = .business("ads_insights")
        case (80001, _): self = .business("pages")
        case (80002, _): self = .business("instagram")
        case (80003, _): self = .business("custom_audience")
        case (80004, _): self = .business("ads_management")
        case (80005, _): self = .business("leadgen")
        case (80006, _): self = .business("messenger")
        case (80007, _), (80008, _): self = .business(Self.whatsApp)
        case (80014, _): self = .business(Self.catalogBatch)
        case (100, 33): self = .idleApp
        default:
            guard code.isOfWhatsApp else { return nil }
            self = .whatsAppMessages
        }
    }

    var name: String {
        switch self {
        case .app, .idleApp: "X-App-Usage"
        case .page: "X-Page-Usage"
        case .adAccount: "X-Ad-Account-Usage"
        case .insights: "X-FB-Ads-Insights-Throttle"
        case .business, .whatsAppMessages: "X-Business-Use-Case-Usage"
        }
    }

    /// Percent of the limit that are used where an error has the field.
    private var used: Int {
        switch self {
        case .idleApp: 0
        case .whatsAppMessages: 1
        default: 100
        }
    }

    /// The parameters of the field when it goes with an error.
    var parametersOfErrors: [Parameter] {
        let used = Parameter(
            "usage", .count(0...1000), "Percent of the limit that are used, as \(name) tells.", standard: .count(used))
        guard case .business = self else { return [used] }
        return [
            used,
            Parameter(
                "regain", .duration, limit: .wholeMinutes,
                "The time until calls are taken again, in whole minutes, as \(name) tells.",
                standard: .duration(300_000_000_000)),
        ]
    }

    /// The field as it goes with an error.
    func field(_ arguments: Arguments) -> HeaderField {
        let used = arguments.count("usage") ?? used
        return switch self {
        case .app, .page: counts(used, 25, 25)
        case .idleApp: counts(used, 0, 0)
        case .adAccount: account(used, resetTime: 100, GraphUsage.tiers[0])
        case .insights: throttle(app: used, account: used, GraphUsage.tiers[0])
        case .business(let type):
            business("1", [type], (used, 20, 20), regain: arguments.minutes("regain") ?? 5, GraphUsage.tiers[0])
        case .whatsAppMessages: business("1", ["whatsapp"], (used, 1, 1), regain: 0, GraphUsage.noTier)
        }
    }

    func counts(_ calls: Int, _ cpuTime: Int, _ time: Int) -> HeaderField {
        HeaderField(name, #"{"call_count":\#(calls),"total_cputime":\#(cpuTime),"total_time":\#(time)}"#)
    }

    func account(_ used: Int, resetTime: Int, _ tier: String) -> HeaderField {
        HeaderField(name, #"{"acc_id_util_pct":\#(used),"reset_time_duration":\#(resetTime)\#(Self.member(tier))}"#)
    }

    /// Without a tier in the form of the captures of that time, with two decimals behind a blank.
    func throttle(app: Int, account: Int, _ tier: String) -> HeaderField {
        guard tier != Self.noTier else {
            return HeaderField(name, #"{"app_id_util_pct": \#(app).00,"acc_id_util_pct": \#(account).00}"#)
        }
        return HeaderField(name, #"{"app_id_util_pct":\#(app),"acc_id_util_pct":\#(account)\#(Self.member(tier))}"#)
    }

    /// One list with an entry for each business use case.
    func business(
        _ id: String, _ types: [String], _ used: (calls: Int, cpuTime: Int, time: Int), regain: Int, _ tier: String
    ) -> HeaderField {
        let counts = #""call_count":\#(used.calls),"total_cputime":\#(used.cpuTime),"total_time":\#(used.time)"#
        let entries = types.map { type in
            #"{"type":"\#(type)",\#(counts),"estimated_time_to_regain_access":\#(regain)\#(Self.member(tier))}"#
        }
        return HeaderField(name, #"{"\#(id)":[\#(entries.joined(separator: ","))]}"#)
    }

    private static func member(_ tier: String) -> String {
        tier == noTier ? "" : #","ads_api_access_tier":"\#(tier)""#
    }
}
