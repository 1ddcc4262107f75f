internal import Catalogue
internal import JSONText
internal import Wire

/// What SDKs ask for before anything else: versions, resources, objects and their descriptions, limits. The answers are
/// the same for every scenario.
extension Salesforce {
    static let versionsPath = Array("/services/data".utf8)

    /// The versions of the API, for which no token is needed.
    static let versions = json(
        200,
        JSONValue.array(
            versionNumbers.map { number in
                // Three a year, of which the first is that of the winter of the next.
                let (season, year) = (["Summer", "Winter", "Spring"][(number - 31) % 3], 14 + (number - 29) / 3)
                return .object([
                    ("label", .string("\(season) '\(year)")), ("url", .string("/services/data/v\(number).0")),
                    ("version", .string("\(number).0")),
                ])
            }
        ).bytes())

    /// The versions that answer: those before are retired.
    static let versionNumbers = 31...68

    /// The answer to a GET of a resource that every organization has; nil for any other.
    func fixed(_ resource: SalesforceResource, _ request: Request) -> Reply? {
        var root: String { "/services/data/\(resource.version)" }
        if resource.segments.isEmpty { return Self.success(200, Self.resources(root, Self.url(of: request)).bytes()) }
        if resource.has(.objects) { return Self.success(200, Self.objects(root).bytes()) }
        if resource.has(.limits) { return Self.limits }
        guard let object = resource.object.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        if resource.has(.object) {
            let summary = JSONValue.object(Self.summary(object, root))
            return Self.success(
                200, JSONValue.object([("objectDescribe", summary), ("recentItems", .array([]))]).bytes())
        }
        guard resource.has(.description) else { return nil }
        return Self.success(200, Self.description(object, root).bytes())
    }

    private static func resources(_ root: String, _ url: String) -> JSONValue {
        let names = ["composite", "limits", "query", "queryAll", "recent", "search", "sobjects"]
        return .object(
            names.map { ($0, .string("\(root)/\($0)")) } + [("identity", .string(url + identityPath))])
    }

    private static func objects(_ root: String) -> JSONValue {
        let objects = ["Account", "Contact", "Lead"].map { JSONValue.object(summary($0, root)) }
        return .object([("encoding", "UTF-8"), ("maxBatchSize", .int(200)), ("sobjects", .array(objects))])
    }

    private static func summary(_ name: String, _ root: String) -> [(String, JSONValue)] {
        [
            ("name", .string(name)), ("label", .string(name)), ("labelPlural", .string(name + "s")),
            ("keyPrefix", .string(SalesforceIDs.prefix(of: name.utf8))), ("custom", .bool(name.hasSuffix("__c"))),
            ("createable", true),
            ("deletable", true), ("queryable", true), ("updateable", true),
            (
                "urls",
                .object([
                    ("sobject", .string("\(root)/sobjects/\(name)")),
                    ("describe", .string("\(root)/sobjects/\(name)/describe")),
                    ("rowTemplate", .string("\(root)/sobjects/\(name)/{ID}")),
                ])
            ),
        ]
    }

    private static func description(_ name: String, _ root: String) -> JSONValue {
        let fields = [("Id", "id", 18), ("Name", "string", 255)].map { field, type, length -> JSONValue in
            .object([
                ("name", .string(field)), ("label", .string(field)), ("type", .string(type)), ("length", .int(length)),
                ("createable", .bool(field != "Id")), ("nillable", false), ("updateable", .bool(field != "Id")),
            ])
        }
        return .object(summary(name, root) + [("fields", .array(fields)), ("childRelationships", .array([]))])
    }

    private static let limits = success(
        200,
        JSONValue.object(
            [
                ("DailyApiRequests", 100_000, 89_982), ("DailyBulkApiBatches", 15_000, 15_000),
                ("DataStorageMB", 1_024, 1_020),
            ]
            .map { name, most, rest in (name, .object([("Max", .int(Int64(most))), ("Remaining", .int(Int64(rest)))])) }
        ).bytes())
}
