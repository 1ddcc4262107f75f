internal import Catalogue
internal import Wire

/// A header field with the usage of a limit.
enum GraphUsage: Sendable {
    case app, page, adAccount, insights
    /// The value is the type of the business use case.
    case business(String)

    static let businessTypes = [
        "pages", "ads_insights", "ads_management", "custom_audience", "instagram", "leadgen", "messenger",
        whatsApp, catalogBatch,
    ]
    /// Nobody publishes these two words: they are the names of the use cases.
    private static let whatsApp = "whatsapp_business_management"
    private static let catalogBatch = "catalog_batch"
    static let tiers = ["standard_access", "development_access"]

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
        default: return nil
        }
    }

    var name: String {
        switch self {
        case .app: "X-App-Usage"
        case .page: "X-Page-Usage"
        case .adAccount: "X-Ad-Account-Usage"
        case .insights: "X-FB-Ads-Insights-Throttle"
        case .business: "X-Business-Use-Case-Usage"
        }
    }

    /// The parameters of the field when it goes with an error.
    var parametersOfErrors: [Parameter] {
        let used = Parameter(
            "usage", .count(0...1000), "Percent of the limit that are used, as \(name) tells.", standard: .count(100))
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
        let used = arguments.count("usage") ?? 100
        return switch self {
        case .app, .page: counts(used, 25, 25)
        case .adAccount: account(used, resetTime: 100, GraphUsage.tiers[0])
        case .insights: throttle(app: used, account: used, GraphUsage.tiers[0])
        case .business(let type):
            business("1", type, (used, 20, 20), regain: arguments.minutes("regain") ?? 5, GraphUsage.tiers[0])
        }
    }

    func counts(_ calls: Int, _ cpuTime: Int, _ time: Int) -> HeaderField {
        HeaderField(name, #"{"call_count":\#(calls),"total_cputime":\#(cpuTime),"total_time":\#(time)}"#)
    }

    func account(_ used: Int, resetTime: Int, _ tier: String) -> HeaderField {
        HeaderField(
            name,
            #"{"acc_id_util_pct":\#(used),"reset_time_duration":\#(resetTime),"ads_api_access_tier":"\#(tier)"}"#)
    }

    func throttle(app: Int, account: Int, _ tier: String) -> HeaderField {
        HeaderField(
            name,
            #"{"app_id_util_pct":\#(app),"acc_id_util_pct":\#(account),"ads_api_access_tier":"\#(tier)"}"#)
    }

    func business(
        _ id: String, _ type: String, _ used: (calls: Int, cpuTime: Int, time: Int), regain: Int, _ tier: String
    ) -> HeaderField {
        let counts = #""call_count":\#(used.calls),"total_cputime":\#(used.cpuTime),"total_time":\#(used.time)"#
        return HeaderField(
            name,
            #"{"\#(id)":[{"type":"\#(type)",\#(counts),"estimated_time_to_regain_access":\#(regain),"#
                + #""ads_api_access_tier":"\#(tier)"}]}"#)
    }
}
