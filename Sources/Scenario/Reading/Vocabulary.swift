/// The fields that an object of a scenario file may have, and those that are promised for later.
struct Vocabulary: Sendable {
    /// With its article, for messages.
    let place: String
    let names: [String]
    /// Part of the language, but not of this version: refused by name and never ignored.
    let later: [String]

    init(_ place: String, _ names: [String], later: [String] = []) {
        self.place = place
        self.names = names
        self.later = later
    }

    static let scenario = Vocabulary(
        "a scenario",
        [
            "$schema", "description", "seed", "clock", "rules", "otherwise", "system", "settings", "variables",
            "extends", "expect", "cors",
        ], later: ["connections"])
    static let rule = Vocabulary(
        "a rule", ["name", "description", "match", "steps", "atEnd", "countBy", "rateLimit"])
    static let rateLimit = Vocabulary("a rate limit", ["allow", "per", "then"])
    static let match = Vocabulary(
        "a match",
        ["method", "path", "query", "headers", "cookies", "form", "body", "json", "any", "not", "variables"],
        later: ["rpc", "batch", "api", "v"])
    static let value = Vocabulary(
        "a value matcher",
        [
            "equals", "not", "contains", "startsWith", "endsWith", "matches", "search", "in", "exists",
            "above", "below", "like", "ignoreCase",
        ])
    static let step = Vocabulary(
        "a step",
        ["reply", "fail", "with", "choose", "pass", "times", "weight", "delay", "pace", "cut", "set", "for"])
    static let reply = Vocabulary(
        "a reply",
        [
            "status", "reason", "headers", "json", "text", "html", "base64", "file", "size", "chunks",
            "raw", "framing", "trailers", "interim", "ranges",
        ])
    static let interim = Vocabulary("an interim response", ["status", "reason", "headers"])
    static let chunk = Vocabulary("a chunk", ["text", "base64", "delay"])
    static let delay = Vocabulary("a delay", ["uniform", "lognormal", "until", "atMost"])
    static let until = Vocabulary("what a delay waits for", ["variables"])
    static let lognormal = Vocabulary("a lognormal delay", ["median", "sigma"])
    static let pace = Vocabulary("a pace", ["bytes", "every"])
    static let cut = Vocabulary("a cut", ["after", "end", "for"])
    static let cutPlace = Vocabulary("a place to cut", ["head"])
}
