internal import Catalogue
internal import JSONText

/// The words of WireMock, MockServer, Mockoon, mountebank, Hoverfly, json-server, nock, msw, Prism and Toxiproxy.
extension ForeignWord {
    /// All rows. A word that becomes a field of ours loses its row: the reader asks the table only for unknown fields.
    package static let all =
        scenario + rule + match + tlsMatch + connectionTLS + value + formPart + step + reply + partsOfReply + timing
        + expectation

    /// Rows of an object: words, separated by blanks, with their answer.
    private static func words(
        of vocabulary: Vocabulary, _ rows: [(words: String, meant: [String], answer: Answer)]
    ) -> [ForeignWord] {
        rows.flatMap { row in
            row.words.split(separator: " ").map {
                ForeignWord(object: vocabulary.nounPhrase, word: String($0), meant: row.meant, answer: row.answer)
            }
        }
    }

    private static let scenario = words(
        of: .scenario,
        [
            ("mappings stubs routes endpoints handlers imposters interactions", ["rules"], name("rules")),
            (
                "request response match reply fail steps", ["rules"],
                text("it belongs in a rule: \"rules\": [{ \"match\": { … }, \"reply\": { … } }]")
            ),
            ("name title", [], text("a scenario is named by its file, and \"description\" says what it is")),
            ("version apiVersion openapi", [], text("the format has no version, and \"description\" takes any text")),
            ("default fallback notFound", ["otherwise"], otherwise),
            ("vars", [], field("variables")),
            (
                "delay latency", [],
                text("a delay of everything is the first rule: { \"delay\": \"250ms\", \"pass\": true }")
            ),
            ("port", [], text("the port is an option of the command line: mishap serve --port 8080")),
            (
                "tls ssl https", [],
                text("it belongs in an entry of \"connections\": [{ \"accept\": true, \"tls\": { … } }]")
            ),
            ("state", [], name("variables")),
        ] + keepAlive)

    private static let keepAlive: [(words: String, meant: [String], answer: Answer)] = [
        (
            "keepAliveTimeout keepalive_timeout idleTimeout idle_timeout idle", [],
            { member, _ in "it is \"keepAlive\": \"\(idle(member.value))\"" }
        ),
        (
            "keepalive_requests maxKeepAliveRequests maxRequestsPerSocket", [], field("requests", in: "keepAlive")
        ),
    ]

    private static let acts = ["steps", "reply", "fail", "choose", "pass"]

    private static let rule =
        words(
            of: .rule,
            [
                ("request when predicates httpRequest", [], name("match")),
                ("response httpResponse is", acts, name("reply")),
                ("responses then sequence", acts, name("steps")),
                (
                    "priority", [],
                    text("rules have no priority: the first in the file that matches takes the request")
                ),
                (
                    "limit", [],
                    text("\"times\" ends a step after so many requests, \"rateLimit\" answers those that come too fast")
                ),
                (
                    "concurrency maxConcurrent maxConnections parallel inFlight", [],
                    text("it is \"atOnce\": { \"allow\": 2 }: so many answers on their way, others get a 503")
                ),
                ("id uuid", [], field("name")),
                (
                    "scenarioName requiredScenarioState newScenarioState scenario requiredState newState state", [],
                    text("a state is a variable: \"match\": { \"variables\": … } asks for it, \"set\" changes it")
                ),
                ("weight", [], text("only an item of \"choose\" has a \"weight\"")),
                ("metadata comment", [], text("it is \"description\": \"…\"")),
                ("path", [], inMatch("path")),
                ("host", [], inMatch("host")),
                ("protocol", [], inMatch("protocol")),
                ("tls", [], inMatch("tls")),
                ("method", [], inMatch("method")),
                ("url", [], urlOfMatch),
                ("per key scope perClient", [], countBy),
                (
                    "vars variables", [],
                    text("\"variables\" stands beside \"rules\", and \"set\" changes them in a step")
                ),
                (
                    "expect verify assert expectations", [],
                    text("it stands beside \"rules\": \"expect\": [{ \"rule\": \"pay\", \"requests\": 2 }]")
                ),
                (
                    "enabled disabled active", [],
                    text("a rule has no switch: one that is not wanted is not in the file")
                ),
            ]) + inStep(.rule)

    private static let match = words(
        of: .match,
        [
            ("url uri urlPath pathname endpoint route requestUri", [], url),
            (
                "urlPattern urlPathPattern urlPathTemplate urlRegex pathPattern pathRegex pathMatches", [],
                pathExpression
            ),
            (
                "queryParameters queryParams queryString queryStringParameters params searchParams", [], queryField
            ),
            ("header requestHeaders", [], field("headers")),
            ("cookie", [], field("cookies")),
            ("verb httpMethod", [], field("method")),
            (
                "bodyPatterns requestBody", [],
                text("it is \"body\" for the text, and \"json\" for values in it by JSON Pointer")
            ),
            ("jsonBody bodyJson jsonPath", [], text("it is \"json\", with values by JSON Pointer: { \"/id\": 7 }")),
            ("formParameters formParams formData", [], field("form")),
            (
                "basicAuthCredentials basicAuth", [],
                text("it is \"headers\": { \"authorization\": \"Basic …\" }, with name and password in base64")
            ),
            ("anyOf or", [], name("any")),
            (
                "multipartPatterns multipartBody parts files", [],
                text("it is \"multipart\": { \"file\": { \"filename\": { \"endsWith\": \".png\" } } }")
            ),
            ("bodyBase64 binaryBody", [], text("bytes are \"body\": { \"base64\": … } or { \"hex\": … }")),
            ("hostname domain authority", [], field("host")),
            ("httpVersion protocolVersion", [], name("protocol")),
            (
                "scheme", [],
                { member, _ in
                    let isClear = member.value.string?.lowercased() == "http"
                    return "it is \"tls\": { \"exists\": \(!isClear) }"
                }
            ),
            ("https secure ssl", [], field("exists", in: "tls")),
            ("sni serverName", [], field("serverName", in: "tls")),
            ("clientCertificate clientCert", [], field("clientCertificate", in: "tls")),
            ("tlsVersion", [], field("version", in: "tls")),
            ("operationName", [], field("/operationName", in: "json")),
        ])

    private static let tlsMatch = words(
        of: .tlsMatch,
        [
            ("sni server_name servername host", [], field("serverName")), ("protocol tlsVersion", [], name("version")),
            ("certificate clientCert subject cert", [], field("clientCertificate")),
        ])

    private static let connectionTLS = words(
        of: .connectionTLS,
        [
            (
                "version minVersion maxVersion min_version max_version protocol", [],
                text("it is \"versions\": [\"1.2\"], those that are spoken")
            ),
            ("protocols alpnProtocols", [], field("alpn")),
            ("ca caFile clientAuthority trustedCA truststore", [], field("clientCA")),
            (
                "clientAuth requestCert mutual mtls verify", [],
                text("it is \"clientCertificate\": \"required\" or \"optional\"")
            ),
            (
                "cert key certificate keystore", [],
                text("the gateway has its certificate by itself, or by serve --tls-cert and --tls-key")
            ),
        ])

    private static let value = words(
        of: .value,
        [
            (
                "regex regexp pattern matchesRegex", [],
                { member, _ in "it is \(pair("matches", member.value)), or \"search\" where a part is enough" }
            ),
            ("absent missing", [], opposite("exists")),
            ("present", [], field("exists")),
            ("equalTo eq is exact deepEquals", [], field("equals")),
            ("ne notEquals notEqualTo", [], field("not")),
            (
                "equalToJson matchesJson", [],
                text("JSON is compared in the \"json\" of a match, by \"equals\" or \"like\"")
            ),
            (
                "matchesJsonPath", [],
                text("values in JSON are in the \"json\" of a match, by JSON Pointer: { \"/id\": 7 }")
            ),
            ("doesNotMatch notMatches", [], field("matches", in: "not")),
            ("doesNotContain notContains", [], field("contains", in: "not")),
            (
                "equalToIgnoreCase equalsIgnoreCase", [],
                { member, _ in "it is \(pair("equals", member.value)), \"ignoreCase\": true" }
            ),
            ("caseInsensitive", [], field("ignoreCase")),
            ("caseSensitive", [], opposite("ignoreCase")),
            ("gt greaterThan", [], field("above")),
            ("lt lessThan", [], field("below")),
            ("gte min minimum", [], field("atLeast")),
            ("lte max maximum", [], field("atMost")),
            ("oneOf anyOf enum", [], field("in")),
            ("prefix", [], field("startsWith")),
            ("suffix", [], field("endsWith")),
            ("substring includes", [], field("contains")),
            (
                "filename contentType", [],
                text(
                    "those of a part of a form are \"multipart\": { \"file\": { \"filename\": …, \"type\": … } } in the match"
                )
            ),
            ("hasExactly containsAll allOf", [], field("all")),
            (
                "all count", [],
                text("it is about the values of a field of \"query\", \"headers\", \"cookies\" or \"form\"")
            ),
            (
                "base64 hex", [],
                text("bytes are in the \"body\" of a match, and in the \"content\" of a part of a form")
            ),
            (
                "binaryEqualTo equalToBinary bytes", [],
                text("bytes are \"body\": { \"base64\": … } or { \"hex\": … } in the match")
            ),
        ])

    private static let formPart = words(
        of: .formPart,
        [
            (
                "exists absent", [],
                text("a part that is not there is \"not\": { \"multipart\": { \"file\": {} } } in the match")
            ),
            ("value body text equals", [], field("content")), ("contentType mimeType", [], field("type")),
            ("fileName name", [], field("filename")),
        ])

    private static let step =
        words(
            of: .step,
            [("response respond httpResponse is return", ["reply"], name("reply"))]) + inStep(.step)

    /// The words of a step, which a rule can have too.
    private static func inStep(_ vocabulary: Vocabulary) -> [ForeignWord] {
        words(
            of: vocabulary,
            [
                ("status statusCode code", acts, partOfReply("status")),
                ("body", acts, bodyInStep),
                ("headers", acts, partOfReply("headers")),
                ("json jsonBody", acts, partOfReply("json")),
                ("text", acts, partOfReply("text")),
                ("file bodyFileName", acts, partOfReply("file")),
                ("error fault", acts, failure),
                (
                    "timeout", acts,
                    { member, _ in
                        "no answer is \"fail\": \"http/timeout\", a late one \(delayField(member))"
                    }
                ),
                ("probability chance percentage toxicity", [], chance),
                ("count repeat repeatCount remainingTimes", [], field("times")),
                (
                    "latency wait sleep delayMs fixedDelay fixedDelayMilliseconds", [], delay
                ),
                ("duration timeToLive", [], field("for")),
                (
                    "throttle bandwidth rate chunkedDribbleDelay", [],
                    { member, _ in "it is \(paceField(member)), which is how fast the body goes out" }
                ),
                ("webhook webhooks callback callbacks", [], text("Mishap sends no requests of its own")),
            ] + keepAlive)
    }

    private static let reply = words(
        of: .reply,
        [
            ("statusCode code", [], field("status")),
            ("httpVersion protocolVersion", [], field("version")),
            ("body content payload", [], bodyInReply),
            ("jsonBody bodyJson", [], field("json")),
            ("base64Body", [], field("base64")),
            ("bodyFileName filePath bodyFile", [], field("file")),
            (
                "delay latency wait fixedDelayMilliseconds delayMs", [], delayBesideReply
            ),
            (
                "delayDistribution", [],
                text("it is \"delay\": { \"uniform\": [\"10ms\", \"50ms\"] } or { \"lognormal\": … } beside \"reply\"")
            ),
            (
                "chunkedDribbleDelay bandwidth throttle", [],
                { member, _ in "it is \(paceField(member)) beside \"reply\"" }
            ),
            ("chunkDelay chunkInterval interval", [], chunkDelay),
            (
                "sse events stream", [],
                text(
                    "events are \"chunks\": [\"data: …\\n\\n\"] and \"headers\": { \"content-type\": \"text/event-stream\" }"
                )
            ),
            ("redirect redirectTo location", [], redirect),
            (
                "xml", [],
                { member, _ in
                    "it is \(pair("text", member.value)), \"headers\": { \"content-type\": \"application/xml\" }"
                }
            ),
            (
                "gzip compress compression", [],
                text("it is \"encoding\": \"gzip\", for requests that accept it, or { \"always\": \"gzip\" }")
            ),
            ("webhook webhooks callback callbacks", [], text("Mishap sends no requests of its own")),
            ("contentType mimeType", [], field("content-type", in: "headers")),
            ("cookies", [], text("it is \"headers\": { \"set-cookie\": \"a=1; path=/\" }")),
            ("statusMessage statusText reasonPhrase", [], field("reason")),
            (
                "fault error", [],
                { member, members in failure(member, members) + ", beside \"reply\" or without it" }
            ),
            ("transformers", [], text("placeholders such as {{request.path.id}} work in every reply")),
            (
                "pace cut times set fail with keepAlive", [],
                { member, _ in "\"\(member.name)\" stands beside \"reply\", not in it" }
            ),
        ])

    private static let partsOfReply =
        words(
            of: .chunk,
            [
                ("data body content event value", ["text"], field("text")),
                ("repeat repeatCount count", [], field("times")),
                ("interval period", [], field("every")),
                ("wait sleep latency delayMs", [], delay),
                ("pause", ["stall"], text("silence in place of a chunk is { \"stall\": \"5s\" }")),
            ])
        + words(
            of: .interim,
            [
                ("code statusCode", ["status"], field("status")), ("repeat count", [], field("times")),
                ("wait sleep latency delayMs", [], delay),
            ])

    /// Rate limits, delays, paces and cuts.
    private static let timing =
        words(
            of: .rateLimit,
            [
                ("limit requests max count rate burst", ["allow"], field("allow")),
                ("window period interval every", ["per"], field("per")),
                (
                    "status", ["then"],
                    { member, _ in "it is \"then\": { \"fail\": \(shownStatus(member)) }" }
                ),
                ("reply response", ["then"], field("reply", in: "then")),
                ("fail", ["then"], field("fail", in: "then")),
            ])
        + words(
            of: .delay,
            [
                ("min max lower upper from to", [], bounds),
                ("jitter", [], text("it is \"uniform\": [\"200ms\", \"300ms\"]")),
                (
                    "fixed ms milliseconds duration", [],
                    { member, _ in "a fixed one is \(delayField(member))" }
                ),
                ("mean", [], text("it is \"lognormal\": { \"median\": \"80ms\", \"sigma\": 0.4 }")),
                ("type", [], text("its name is its type, such as \"uniform\": [\"10ms\", \"50ms\"]")),
            ])
        + words(
            of: .pace,
            [("rate bytesPerSecond kbps bandwidth", ["bytes", "every"], { member, _ in "it is \(paceField(member))" })])
        + words(
            of: .keepAlive,
            [
                (
                    "timeout keepAliveTimeout keepalive_timeout idleTimeout after", ["idle"],
                    { member, _ in "it is \"idle\": \"\(idle(member.value))\"" }
                ),
                (
                    "max maxRequests keepalive_requests maxKeepAliveRequests maxRequestsPerSocket times", ["requests"],
                    field("requests")
                ),
                ("reply fail", [], { member, _ in "it is \"end\": { \(pair(member.name, member.value)) }" }),
            ])
        + words(
            of: .cut,
            [
                ("at afterBytes offset bytes", ["after"], field("after")),
                ("percent fraction", ["after"], text("it is \"after\": \"50%\"")),
                (
                    "type how with", ["end"],
                    text("it is \"end\", which is \"close\", \"close-notify\", \"reset\" or \"stall\"")
                ),
            ])

    private static let expectation = words(
        of: .expectation,
        [
            ("calls count times exactly attempts", ["requests"], field("requests")),
            ("atLeast min minimum", ["requests"], field("atLeast", in: "requests")),
            ("atMost max maximum", ["requests"], field("atMost", in: "requests")),
            ("retries", ["requests"], requestsOfRetries),
            (
                "per window", [],
                text("it stands in \"requests\": { \"atMost\": 5, \"per\": \"1s\" }")
            ),
            (
                "request", ["match", "requests"],
                { $0.value.members == nil ? "it is \(pair("requests", $0.value))" : name("match")($0, $1) }
            ),
            ("httpRequest", ["match"], name("match")),
            ("interval pause wait delay", ["gap"], gap),
            ("all each", ["every"], field("every")),
            ("unique different", ["distinct"], field("distinct")),
            ("concurrency concurrent parallel maxConcurrent inFlight", ["atOnce"], field("atMost", in: "atOnce")),
            (
                "timeout", [],
                text("\"gaveUp\" is how long the client waits for an answer, \"within\" how long requests are judged")
            ),
            ("sequence inOrder", ["order"], name("order")),
            ("groupBy", [], field("countBy")),
            ("id title", [], field("name")),
            ("comment", [], text("it is \"description\": \"…\"")),
        ])

    private static func shownStatus(_ member: JSONMember) -> String {
        "\"http/status/\(member.value.number?.int ?? 429)\""
    }
}
