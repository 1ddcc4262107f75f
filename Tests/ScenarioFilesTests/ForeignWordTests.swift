import JSONText
import ScenarioFiles
import Testing

/// The words of other mock tools are answered with ours: every row of the table.
@Suite struct ForeignWordTests {
    /// A word in an object, with a value, and the hint.
    struct Case: CustomTestStringConvertible, Sendable {
        let object: String
        let word: String
        let value: String
        let hint: String
        /// Members beside it.
        var beside = ""

        init(_ object: String, _ word: String, _ value: String, _ hint: String, beside: String = "") {
            (self.object, self.word, self.value, self.hint, self.beside) = (object, word, value, hint, beside)
        }

        var testDescription: String { "\(object): \(word)" }

        /// The line in which the member is alone.
        var line: Int { object == "an expectation" ? 3 : 2 }

        /// A scenario in which all that is wrong is the word.
        var text: String {
            let member = "\n\"\(word)\": \(value)\(beside.isEmpty ? "" : ", " + beside)\n"
            let reply = #""steps": [{ "reply": {} }]"#
            return switch object {
            case "a scenario": "{\(member)}"
            case "a rule": "{ \"rules\": [{\(member)}] }"
            case "a match": "{ \"rules\": [{ \"match\": {\(member)}, \(reply) }] }"
            case "a value matcher" where word == "all" || word == "count":
                "{ \"rules\": [{ \"match\": { \"path\": {\(member)} }, \(reply) }] }"
            case "a part of a form":
                "{ \"rules\": [{ \"match\": { \"multipart\": { \"file\": {\(member)} } }, \(reply) }] }"
            case "a value matcher":
                "{ \"rules\": [{ \"match\": { \"headers\": { \"a\": {\(member)} } }, \(reply) }] }"
            case "a step": "{ \"rules\": [{ \"steps\": [{\(member)}] }] }"
            case "a reply": "{ \"rules\": [{ \"steps\": [{ \"reply\": {\(member)} }] }] }"
            case "a rate limit": "{ \"rules\": [{ \"rateLimit\": {\(member)}, \(reply) }] }"
            case "a chunk": "{ \"rules\": [{ \"steps\": [{ \"reply\": { \"chunks\": [{\(member)}] } }] }] }"
            case "an interim response":
                "{ \"rules\": [{ \"steps\": [{ \"reply\": { \"interim\": [{\(member)}] } }] }] }"
            case "an expectation":
                "{ \"rules\": [{ \"name\": \"pay\", \(reply) }],\n\"expect\": [{\(member)}] }"
            case "a delay": "{ \"rules\": [{ \"steps\": [{ \"reply\": {}, \"delay\": {\(member)} }] }] }"
            case "\"keepAlive\"": "{ \"rules\": [{ \"steps\": [{ \"reply\": {}, \"keepAlive\": {\(member)} }] }] }"
            case "a match of TLS": "{ \"rules\": [{ \"match\": { \"tls\": {\(member)} }, \(reply) }] }"
            case "the TLS of a connection":
                "{ \"rules\": [{ \(reply) }], \"connections\": [{ \"accept\": true, \"tls\": {\(member)} }] }"
            case "a pace": "{ \"rules\": [{ \"steps\": [{ \"reply\": {}, \"pace\": {\(member)} }] }] }"
            default: "{ \"rules\": [{ \"steps\": [{ \"reply\": {}, \"cut\": {\(member)} }] }] }"
            }
        }
    }

    private static func cases(
        _ object: String, _ words: String, _ value: String, _ hint: String, beside: String = ""
    ) -> [Case] {
        words.split(separator: " ").map { Case(object, String($0), value, hint, beside: beside) }
    }

    private static let steps = #""steps": [{ "reply": {} }]"#

    private static let scenario: [Case] =
        cases(
            "a scenario", "mappings stubs routes endpoints handlers imposters interactions", "[]", #"it is "rules""#)
        + cases(
            "a scenario", "request response match reply fail steps", "{}",
            #"it belongs in a rule: "rules": [{ "match": { … }, "reply": { … } }]"#)
        + cases(
            "a scenario", "name title", #""pay""#,
            #"a scenario is named by its file, and "description" says what it is"#, beside: #""rules": [{ \#(steps) }]"#
        )
        + cases(
            "a scenario", "version apiVersion openapi", "1",
            #"the format has no version, and "description" takes any text"#, beside: #""rules": [{ \#(steps) }]"#)
        + cases("a scenario", "default fallback notFound", "{}", #"it is "otherwise""#)
        + cases(
            "a scenario", "vars", #"{ "a": 1 }"#, #"it is "variables": { "a": 1 }"#,
            beside: #""rules": [{ \#(steps) }]"#)
        + cases(
            "a scenario", "delay latency", "250",
            #"a delay of everything is the first rule: { "delay": "250ms", "pass": true }"#,
            beside: #""rules": [{ \#(steps) }]"#)
        + cases(
            "a scenario", "port", "8080", "the port is an option of the command line: mishap serve --port 8080",
            beside: #""rules": [{ \#(steps) }]"#)
        + cases(
            "a scenario", "tls ssl https", "{}",
            #"it belongs in an entry of "connections": [{ "accept": true, "tls": { … } }]"#,
            beside: #""rules": [{ \#(steps) }]"#)
        + cases("a scenario", "state", "{}", #"it is "variables""#, beside: #""rules": [{ \#(steps) }]"#)
        + keepAlive("a scenario", beside: #""rules": [{ \#(steps) }]"#)

    private static func keepAlive(_ object: String, beside: String) -> [Case] {
        cases(
            object, "keepAliveTimeout keepalive_timeout idleTimeout idle_timeout idle", "5000",
            #"it is "keepAlive": "5s""#, beside: beside)
            + cases(
                object, "keepalive_requests maxKeepAliveRequests maxRequestsPerSocket", "100",
                #"it is "keepAlive": { "requests": 100 }"#, beside: beside)
    }

    private static let rule: [Case] =
        cases("a rule", "request when predicates httpRequest", "{}", #"it is "match""#, beside: steps)
        + cases("a rule", "response httpResponse is", "{}", #"it is "reply""#)
        + cases("a rule", "responses then sequence", "[]", #"it is "steps""#)
        + cases(
            "a rule", "priority", "1",
            "rules have no priority: the first in the file that matches takes the request", beside: steps)
        + cases(
            "a rule", "limit", "3",
            #""times" ends a step after so many requests, "rateLimit" answers those that come too fast"#, beside: steps)
        + cases(
            "a rule", "concurrency maxConcurrent maxConnections parallel inFlight", "3",
            #"it is "atOnce": { "allow": 2 }: so many answers on their way, others get a 503"#, beside: steps)
        + cases("a rule", "id uuid", #""a""#, #"it is "name": "a""#, beside: steps)
        + cases(
            "a rule", "scenarioName requiredScenarioState newScenarioState scenario requiredState newState state",
            #""a""#,
            #"a state is a variable: "match": { "variables": … } asks for it, "set" changes it"#, beside: steps)
        + cases(
            "a rule", "per key scope perClient", #""header:X-User""#,
            #"it is "countBy": "{{request.headers.X-User}}""#, beside: steps)
        + cases(
            "a rule", "vars variables", "{}",
            #""variables" stands beside "rules", and "set" changes them in a step"#, beside: steps)
        + cases(
            "a rule", "expect verify assert expectations", "{}",
            #"it stands beside "rules": "expect": [{ "rule": "pay", "requests": 2 }]"#, beside: steps)
        + cases(
            "a rule", "enabled disabled active", "true",
            "a rule has no switch: one that is not wanted is not in the file", beside: steps)
        + cases("a rule", "weight", "2", #"only an item of "choose" has a "weight""#, beside: steps)
        + cases("a rule", "metadata comment", #""a""#, #"it is "description": "…""#, beside: steps)
        + cases("a rule", "path", #""/pay""#, #"it belongs in "match": { "path": "/pay" }"#, beside: steps)
        + cases("a rule", "host", #""a""#, #"it belongs in "match": { "host": "a" }"#, beside: steps)
        + cases("a rule", "protocol", #""h2""#, #"it belongs in "match": { "protocol": "h2" }"#, beside: steps)
        + cases(
            "a rule", "tls", #"{ "exists": true }"#, #"it belongs in "match": { "tls": { "exists": true } }"#,
            beside: steps)
        + cases("a rule", "method", #""GET""#, #"it belongs in "match": { "method": "GET" }"#, beside: steps)
        + cases(
            "a rule", "url", #""/pay?a=1""#, #"it belongs in "match": { "path": "/pay", "query": { "a": "1" } }"#,
            beside: steps)

    private static let match: [Case] =
        cases(
            "a match", "multipartPatterns multipartBody parts files", "{}",
            #"it is "multipart": { "file": { "filename": { "endsWith": ".png" } } }"#)
        + cases(
            "a match", "bodyBase64 binaryBody", #""AA==""#, #"bytes are "body": { "base64": … } or { "hex": … }"#)
        + cases(
            "a match", "url uri urlPath pathname endpoint route requestUri", #""/pay?a=1&b=x%20y""#,
            #"it is "path": "/pay", "query": { "a": "1", "b": "x y" }"#)
        + cases(
            "a match",
            "urlPattern urlPathPattern urlPathTemplate urlRegex pathPattern pathRegex pathMatches",
            #""^/users/[0-9]+/v1\\.0/([^/]+)/.*$""#,
            #"it is "path": { "matches": "…" }, or with {name} or * for a segment and ** for the rest: "path": "/users/*/v1.0/*/**""#
        )
        + cases(
            "a match", "queryParameters queryParams queryString queryStringParameters params searchParams",
            #"{ "a": 1 }"#, #"it is "query": { "a": 1 }"#)
        + cases("a match", "header requestHeaders", #"{ "a": "b" }"#, #"it is "headers": { "a": "b" }"#)
        + cases("a match", "cookie", #"{ "a": "b" }"#, #"it is "cookies": { "a": "b" }"#)
        + cases("a match", "httpMethod", #""GET""#, #"it is "method": "GET""#)
        + cases(
            "a match", "bodyPatterns requestBody", "[]",
            #"it is "body" for the text, and "json" for values in it by JSON Pointer"#)
        + cases(
            "a match", "jsonBody bodyJson jsonPath", "{}",
            #"it is "json", with values by JSON Pointer: { "/id": 7 }"#)
        + cases("a match", "formParameters formParams formData", "{}", #"it is "form": {}"#)
        + cases(
            "a match", "basicAuthCredentials basicAuth", "{}",
            #"it is "headers": { "authorization": "Basic …" }, with name and password in base64"#)
        + cases("a match", "anyOf or", "[]", #"it is "any""#)
        + cases("a match", "hostname domain authority", #""a.example""#, #"it is "host": "a.example""#)
        + cases("a match", "httpVersion protocolVersion", #""2.0""#, #"it is "protocol""#)
        + cases("a match", "scheme", #""https""#, #"it is "tls": { "exists": true }"#)
        + cases("a match", "https secure ssl", "false", #"it is "tls": { "exists": false }"#)
        + cases("a match", "sni serverName", #""a""#, #"it is "tls": { "serverName": "a" }"#)
        + cases("a match", "clientCertificate clientCert", #""a""#, #"it is "tls": { "clientCertificate": "a" }"#)
        + cases("a match", "tlsVersion", #""1.2""#, #"it is "tls": { "version": "1.2" }"#)
        + cases("a match", "operationName", #""Get""#, #"it is "json": { "/operationName": "Get" }"#)

    private static let tls: [Case] =
        cases("a match of TLS", "sni server_name servername host", #""a""#, #"it is "serverName": "a""#)
        + cases("a match of TLS", "protocol tlsVersion", #""1.2""#, #"it is "version""#)
        + cases(
            "a match of TLS", "certificate clientCert subject cert", #""CN=a""#, #"it is "clientCertificate": "CN=a""#)
        + cases(
            "the TLS of a connection", "version minVersion maxVersion min_version max_version protocol", #""1.2""#,
            #"it is "versions": ["1.2"], those that are spoken"#)
        + cases("the TLS of a connection", "protocols alpnProtocols", #"["a"]"#, #"it is "alpn": ["a"]"#)
        + cases(
            "the TLS of a connection", "ca caFile clientAuthority trustedCA truststore", #""ca.pem""#,
            #"it is "clientCA": "ca.pem""#)
        + cases(
            "the TLS of a connection", "clientAuth requestCert mutual mtls verify", "true",
            #"it is "clientCertificate": "required" or "optional""#)
        + cases(
            "the TLS of a connection", "cert key certificate keystore", #""a.pem""#,
            "the gateway has its certificate by itself, or by serve --tls-cert and --tls-key")

    private static let value: [Case] =
        cases(
            "a value matcher", "filename contentType", #""a""#,
            #"those of a part of a form are "multipart": { "file": { "filename": …, "type": … } } in the match"#)
        + cases(
            "a value matcher", "all count", "1",
            #"it is about the values of a field of "query", "headers", "cookies" or "form""#)
        + cases(
            "a value matcher", "base64 hex", #""00""#,
            #"bytes are in the "body" of a match, and in the "content" of a part of a form"#)
        + cases("a value matcher", "hasExactly containsAll allOf", #"["a"]"#, #"it is "all": ["a"]"#)
        + cases(
            "a value matcher", "binaryEqualTo equalToBinary bytes", #""AA==""#,
            #"bytes are "body": { "base64": … } or { "hex": … } in the match"#)
        + cases(
            "a value matcher", "regex regexp pattern matchesRegex", #""[0-9]+""#,
            #"it is "matches": "[0-9]+", or "search" where a part is enough"#)
        + cases("a value matcher", "absent missing", "true", #"it is "exists": false"#)
        + cases("a value matcher", "present", "true", #"it is "exists": true"#)
        + cases("a value matcher", "equalTo eq is exact deepEquals", "7", #"it is "equals": 7"#)
        + cases("a value matcher", "ne notEquals notEqualTo", #""x""#, #"it is "not": "x""#)
        + cases(
            "a value matcher", "equalToJson matchesJson", "{}",
            #"JSON is compared in the "json" of a match, by "equals" or "like""#)
        + cases(
            "a value matcher", "matchesJsonPath", #""$.id""#,
            #"values in JSON are in the "json" of a match, by JSON Pointer: { "/id": 7 }"#)
        + cases("a value matcher", "doesNotMatch notMatches", #""x.*""#, #"it is "not": { "matches": "x.*" }"#)
        + cases("a value matcher", "doesNotContain notContains", #""x""#, #"it is "not": { "contains": "x" }"#)
        + cases(
            "a value matcher", "equalToIgnoreCase equalsIgnoreCase", #""x""#,
            #"it is "equals": "x", "ignoreCase": true"#)
        + cases("a value matcher", "caseInsensitive", "true", #"it is "ignoreCase": true"#)
        + cases("a value matcher", "caseSensitive", "false", #"it is "ignoreCase": true"#)
        + cases("a value matcher", "gt greaterThan", "7", #"it is "above": 7"#)
        + cases("a value matcher", "lt lessThan", "7", #"it is "below": 7"#)
        + cases("a value matcher", "gte min minimum", "7", #"it is "atLeast": 7"#)
        + cases("a value matcher", "lte max maximum", "7", #"it is "atMost": 7"#)
        + cases("a value matcher", "oneOf anyOf enum", #"["a", 2]"#, #"it is "in": ["a", 2]"#)
        + cases("a value matcher", "prefix", #""x""#, #"it is "startsWith": "x""#)
        + cases("a value matcher", "suffix", #""x""#, #"it is "endsWith": "x""#)
        + cases("a value matcher", "substring includes", #""x""#, #"it is "contains": "x""#)

    /// The words that a step and a rule share.
    private static func act(_ object: String) -> [Case] {
        let beside = object == "a rule" ? steps : #""reply": {}"#
        return cases(object, "status statusCode code", "503", #"it belongs in "reply": { "status": 503 }"#)
            + cases(object, "body", #""x""#, #"it belongs in "reply": { "text": "x" }"#)
            + cases(object, "headers", #"{ "a": "b" }"#, #"it belongs in "reply": { "headers": { "a": "b" } }"#)
            + cases(object, "json jsonBody", #"{ "a": 1 }"#, #"it belongs in "reply": { "json": { "a": 1 } }"#)
            + cases(object, "text", #""x""#, #"it belongs in "reply": { "text": "x" }"#)
            + cases(object, "file bodyFileName", #""x.json""#, #"it belongs in "reply": { "file": "x.json" }"#)
            + cases(object, "error fault", #""CONNECTION_RESET_BY_PEER""#, #"it is "fail": "tcp/reset""#)
            + cases(
                object, "timeout", "5000", #"no answer is "fail": "http/timeout", a late one "delay": "5s""#)
            + cases(
                object, "probability chance percentage toxicity", "0.3",
                #"chance is "choose": [{ "weight": 3, … }, { "weight": 7, … }]"#, beside: beside)
            + cases(object, "count repeat repeatCount remainingTimes", "3", #"it is "times": 3"#, beside: beside)
            + cases(
                object, "latency wait sleep delayMs fixedDelay fixedDelayMilliseconds", "1500",
                #"it is "delay": "1500ms""#, beside: beside)
            + cases(object, "duration timeToLive", #""5s""#, #"it is "for": "5s""#, beside: beside)
            + cases(
                object, "throttle bandwidth rate chunkedDribbleDelay", #""10KB/s""#,
                #"it is "pace": "10KB/s", which is how fast the body goes out"#, beside: beside)
            + cases(
                object, "webhook webhooks callback callbacks", "{}", "Mishap sends no requests of its own",
                beside: beside)
            + keepAlive(object, beside: beside)
    }

    private static let step: [Case] =
        cases("a step", "response respond httpResponse is return", "{}", #"it is "reply""#)

    private static let reply: [Case] =
        cases("a reply", "statusCode code", "503", #"it is "status": 503"#)
        + cases("a reply", "body content payload", #""x""#, #"it is "text": "x""#)
        + cases("a reply", "jsonBody bodyJson", #"{ "a": [1] }"#, #"it is "json": { … }"#)
        + cases("a reply", "base64Body", #""eA==""#, #"it is "base64": "eA==""#)
        + cases("a reply", "bodyFileName filePath bodyFile", #""x.json""#, #"it is "file": "x.json""#)
        + cases(
            "a reply", "delay latency wait fixedDelayMilliseconds delayMs", "2000",
            #""delay": "2s" stands beside "reply", not in it"#)
        + cases(
            "a reply", "delayDistribution", "{}",
            #"it is "delay": { "uniform": ["10ms", "50ms"] } or { "lognormal": … } beside "reply""#)
        + cases(
            "a reply", "chunkedDribbleDelay bandwidth throttle", "{}", #"it is "pace": "5KB/s" beside "reply""#)
        + cases(
            "a reply", "chunkDelay chunkInterval interval", #""200ms""#,
            #"a chunk has its own: "chunks": [{ "text": "…", "delay": "200ms" }]"#)
        + cases(
            "a reply", "sse events stream", "[]",
            #"events are "chunks": ["data: …\n\n"] and "headers": { "content-type": "text/event-stream" }"#)
        + cases("a reply", "httpVersion protocolVersion", #""1.0""#, #"it is "version": "1.0""#)
        + cases(
            "a reply", "redirect redirectTo location", #""/new""#,
            #"it is "status": 302, "headers": { "location": "/new" }"#)
        + cases(
            "a reply", "xml", #""<a/>""#, #"it is "text": "<a/>", "headers": { "content-type": "application/xml" }"#)
        + cases(
            "a reply", "gzip compress compression", "true",
            #"it is "encoding": "gzip", for requests that accept it, or { "always": "gzip" }"#)
        + cases("a reply", "webhook webhooks callback callbacks", "{}", "Mishap sends no requests of its own")
        + cases(
            "a reply", "contentType mimeType", #""text/csv""#, #"it is "headers": { "content-type": "text/csv" }"#)
        + cases("a reply", "cookies", "{}", #"it is "headers": { "set-cookie": "a=1; path=/" }"#)
        + cases("a reply", "statusMessage statusText reasonPhrase", #""Gone""#, #"it is "reason": "Gone""#)
        + cases(
            "a reply", "fault error", #""EMPTY_RESPONSE""#, #"it is "fail": "tcp/close", beside "reply" or without it"#)
        + cases("a reply", "transformers", "[]", "placeholders such as {{request.path.id}} work in every reply")
        + ["pace", "cut", "times", "set", "fail", "with", "keepAlive"].map {
            Case("a reply", $0, "{}", "\"\($0)\" stands beside \"reply\", not in it")
        }

    private static let formPart: [Case] =
        cases(
            "a part of a form", "exists absent", "false",
            #"a part that is not there is "not": { "multipart": { "file": {} } } in the match"#)
        + cases("a part of a form", "value body text equals", #""a""#, #"it is "content": "a""#)
        + cases("a part of a form", "contentType mimeType", #""a/b""#, #"it is "type": "a/b""#)
        + cases("a part of a form", "fileName name", #""a""#, #"it is "filename": "a""#)

    private static let partsOfReply: [Case] =
        cases("a chunk", "data body content event value", #""a""#, #"it is "text": "a""#)
        + cases("a chunk", "repeat repeatCount count", "3", #"it is "times": 3"#, beside: #""text": "a""#)
        + cases(
            "a chunk", "interval period", #""1s""#, #"it is "every": "1s""#, beside: #""text": "a", "times": 2"#)
        + cases("a chunk", "wait sleep latency delayMs", "500", #"it is "delay": "500ms""#, beside: #""text": "a""#)
        + cases("a chunk", "pause", #""5s""#, #"silence in place of a chunk is { "stall": "5s" }"#)
        + cases("an interim response", "code statusCode", "103", #"it is "status": 103"#)
        + cases("an interim response", "repeat count", "3", #"it is "times": 3"#, beside: #""status": 102"#)
        + cases(
            "an interim response", "wait sleep latency delayMs", "500", #"it is "delay": "500ms""#,
            beside: #""status": 102"#)

    private static let timing: [Case] =
        cases(
            #""keepAlive""#, "timeout keepAliveTimeout keepalive_timeout idleTimeout after", "5", #"it is "idle": "5s""#
        )
        + cases(
            #""keepAlive""#,
            "max maxRequests keepalive_requests maxKeepAliveRequests maxRequestsPerSocket times", "100",
            #"it is "requests": 100"#)
        + cases(#""keepAlive""#, "reply", "{}", #"it is "end": { "reply": {} }"#, beside: #""idle": "5s""#)
        + cases(
            #""keepAlive""#, "fail", "408", #"it is "end": { "fail": 408 }"#, beside: #""idle": "5s""#)
        + cases(
            "a rate limit", "limit requests max count rate burst", "5", #"it is "allow": 5"#,
            beside: #""per": "1s", "then": { "reply": {} }"#)
        + cases(
            "a rate limit", "window period interval every", #""1s""#, #"it is "per": "1s""#,
            beside: #""allow": 5, "then": { "reply": {} }"#)
        + cases(
            "a rate limit", "status", "503", #"it is "then": { "fail": "http/status/503" }"#,
            beside: #""allow": 5, "per": "1s""#)
        + cases(
            "a rate limit", "reply response", "{}", #"it is "then": { "reply": {} }"#,
            beside: #""allow": 5, "per": "1s""#)
        + cases(
            "a rate limit", "fail", #""tcp/reset""#, #"it is "then": { "fail": "tcp/reset" }"#,
            beside: #""allow": 5, "per": "1s""#)
        + cases(
            "a delay", "min max lower upper from to", "10", #"it is "uniform": ["10ms", "50ms"]"#)
        + cases("a delay", "jitter", "50", #"it is "uniform": ["200ms", "300ms"]"#)
        + cases("a delay", "fixed ms milliseconds duration", "50", #"a fixed one is "delay": "50ms""#)
        + cases("a delay", "mean", "50", #"it is "lognormal": { "median": "80ms", "sigma": 0.4 }"#)
        + cases(
            "a delay", "type", #""uniform""#, #"its name is its type, such as "uniform": ["10ms", "50ms"]"#)
        + cases("a pace", "rate bytesPerSecond kbps bandwidth", "5", #"it is "pace": "5KB/s""#)
        + cases("a cut", "at afterBytes offset bytes", "120", #"it is "after": 120"#, beside: #""end": "close""#)
        + cases("a cut", "percent fraction", "0.5", #"it is "after": "50%""#, beside: #""end": "close""#)
        + cases(
            "a cut", "type how with", #""reset""#,
            #"it is "end", which is "close", "close-notify", "reset" or "stall""#,
            beside: #""after": 120"#)

    private static let expectation: [Case] =
        cases(
            "an expectation", "calls count times exactly attempts", "2", #"it is "requests": 2"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "atLeast min minimum", "2", #"it is "requests": { "atLeast": 2 }"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "atMost max maximum", "2", #"it is "requests": { "atMost": 2 }"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "retries", "2", #"it is "requests": 3, the first one and its retries"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "per window", #""1s""#, #"it stands in "requests": { "atMost": 5, "per": "1s" }"#,
            beside: #""rule": "pay", "requests": 2"#)
        + cases(
            "an expectation", "request httpRequest", #"{ "path": "/pay" }"#, #"it is "match""#,
            beside: #""requests": 2"#)
        + cases(
            "an expectation", "interval pause wait delay", "500", #"it is "gap": { "atLeast": "500ms" }"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "all each", #"{ "method": "POST" }"#, #"it is "every": { "method": "POST" }"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "unique different", #"["body"]"#, #"it is "distinct": ["body"]"#,
            beside: #""rule": "pay""#)
        + cases(
            "an expectation", "concurrency concurrent parallel maxConcurrent inFlight", "4",
            #"it is "atOnce": { "atMost": 4 }"#, beside: #""rule": "pay""#)
        + cases(
            "an expectation", "timeout", #""2s""#,
            #""gaveUp" is how long the client waits for an answer, "within" how long requests are judged"#,
            beside: #""rule": "pay", "requests": 2"#)
        + cases("an expectation", "sequence inOrder", #"["pay", "log in"]"#, #"it is "order""#)
        + cases(
            "an expectation", "groupBy", #""{{request.query.a}}""#, #"it is "countBy": "{{request.query.a}}""#,
            beside: #""rule": "pay", "requests": 2"#)
        + cases(
            "an expectation", "id title", #""once""#, #"it is "name": "once""#, beside: #""rule": "pay", "requests": 2"#
        )
        + cases(
            "an expectation", "comment", #""once""#, #"it is "description": "…""#,
            beside: #""rule": "pay", "requests": 2"#)

    static let all =
        scenario + rule + act("a rule") + match + tls + value + formPart + step + act("a step") + reply + partsOfReply
        + timing
        + expectation

    @Test(arguments: all)
    func aWordOfAnotherToolIsAnsweredWithOurs(_ row: Case) {
        let number = row.line
        let line = row.text.split(separator: "\n")[number - 1]
        #expect(
            load(row.text).text == """
                a.json:\(number):1: error: unknown field "\(row.word)" in \(row.object); \(row.hint)
                 \(number) | \(line)
                   | ^\(String(repeating: "~", count: row.word.count + 1))

                """)
    }

    @Test func everyRowHasACase() {
        let rows = ForeignWord.all.map { "\($0.object): \($0.word)" }
        // A system has a field of this name: see below.
        let cases = Self.all.map(\.testDescription) + ["a match: verb"]
        #expect(Set(rows).subtracting(cases) == [])
        #expect(Set(cases).subtracting(rows) == [])
        #expect(Set(rows).count == rows.count)
    }

    /// The hint has what the user wrote, where it can.
    @Test(arguments: [
        Case(
            "a step", "headers", #"{ "a": "b" }"#, #"it belongs in "with": { "headers": { "a": "b" } }"#,
            beside: #""fail": "http/status/503""#),
        Case(
            "a step", "status", "503", #"it belongs in "with": { "status": 503 }"#, beside: #""fail": "http/challenge""#
        ),
        Case(
            "a step", "body", #""x""#, #"it belongs in "with": { "message": "x" }"#,
            beside: #""fail": "http/status/503""#),
        Case(
            "a step", "body", #"{ "a": 1 }"#,
            #"a body of one's own is "reply": { "status": 503, "json": { "a": 1 } }, without "fail""#,
            beside: #""fail": "http/status/503""#),
        Case("a step", "body", #""{\"a\":1}""#, #"it belongs in "reply": { "json": { "a": 1 } }"#),
        Case("a step", "status", "200", #"it belongs in "reply": { "status": 200 }"#, beside: #""reply": {}"#),
        Case("a step", "error", #""http/timeout""#, #"it is "fail": "http/timeout""#),
        Case("a step", "error", "503", #"it is "fail": 503"#),
        Case("a step", "error", #""oops""#, #"it is "fail" with a failure's name, such as "tcp/reset""#),
        Case("a step", "latency", #""2s""#, #"it is "delay": "2s""#, beside: #""reply": {}"#),
        Case("a step", "latency", #""500""#, #"it is "delay": "500ms""#, beside: #""reply": {}"#),
        Case("a step", "latency", "{}", #"it is "delay": "250ms""#, beside: #""reply": {}"#),
        Case(
            "a step", "probability", "25", #"chance is "choose": [{ "weight": 1, … }, { "weight": 3, … }]"#,
            beside: #""reply": {}"#),
        Case(
            "a step", "probability", "1", #"chance is "choose": [{ "weight": 1, … }, { "weight": 9, … }]"#,
            beside: #""reply": {}"#),
        Case("an expectation", "wait", #""2s""#, #"it is "gap": { "atLeast": "2s" }"#, beside: #""rule": "pay""#),
        Case("an expectation", "pause", "{}", #"it is "gap": { "atLeast": "1s" }"#, beside: #""rule": "pay""#),
        Case(
            "an expectation", "retries", "[]", #"it is "requests": 2, the first one and its retries"#,
            beside: #""rule": "pay""#),
        Case("a reply", "body", "[1, 2]", #"it is "json": [1, 2]"#),
        Case("a reply", "body", "null", #"it is "json""#),
        Case("a reply", "statusCode", "null", #"it is "status""#),
        Case("a match", "url", #""https://example.org/pay?a=1#top""#, #"it is "path": "/pay", "query": { "a": "1" }"#),
        Case("a match", "url", #""pay""#, #"it is "path": "/pay""#),
        Case("a match", "url", "{}", #"it is "path", and "query" for what follows a ?"#),
        Case(
            "a match", "urlPattern", #""/pay\\?a=.*""#,
            #"it is "path": { "matches": "…" }, or with {name} or * for a segment and ** for the rest"#),
        Case("a match", "queryString", #""?a=1&b""#, #"it is "query": { "a": "1", "b": "" }"#),
        Case("a match", "queryParams", #"{ "a": { "equalTo": "b" } }"#, #"it is "query": { … }"#),
        Case(
            "a scenario", "fallback", #"{ "status": 404 }"#, #"it is "otherwise": { "reply": { "status": 404 } }"#),
        Case(
            "a scenario", "fallback", #"{ "response": { "status": 404 } }"#,
            #"it is "otherwise": { "reply": { "status": 404 } }"#),
        Case("a scenario", "fallback", #"{ "statusCode": 404 }"#, #"it is "otherwise": { … }"#),
        Case(
            "a step", "bandwidth", "5", #"it is "pace": "5KB/s", which is how fast the body goes out"#,
            beside: #""reply": {}"#),
        Case("a pace", "rate", #""1MiB/s""#, #"it is "pace": "1MiB/s""#),
        Case("a rule", "per", #""cookie:sid""#, #"it is "countBy": "{{request.cookies.sid}}""#, beside: steps),
        Case("a rule", "per", #""headers.x-user""#, #"it is "countBy": "{{request.headers.x-user}}""#, beside: steps),
        Case(
            "a rule", "scope", #""ip""#, #"it is "countBy", such as "countBy": "{{request.headers.x-user}}""#,
            beside: steps),
        Case(
            "a reply", "location", #""/new""#, #"it is "headers": { "location": "/new" }"#, beside: #""status": 301"#),
        Case("a value matcher", "absent", "false", #"it is "exists": true"#),
        Case(
            "a value matcher", "equalTo", "\"\(String(repeating: "x", count: 61))\"", #"it is "equals": "…""#),
    ])
    func theHintHasTheValue(_ row: Case) {
        #expect(
            messages(row.text) == ["\(row.line):1: error: unknown field \"\(row.word)\" in \(row.object); \(row.hint)"])
    }

    /// `verb` is a field of systems whose calls have one.
    @Test func aVerbIsTheMethodWhereNoSystemHasIt() {
        let text = """
            { "rules": [{ "match": {
            "verb": "GET"
            }, "steps": [{ "reply": {} }] }] }
            """
        #expect(
            load(text).text.hasPrefix(
                """
                a.json:2:1: error: "verb" is for the systems salesforce and graph; it is "method": "GET"
                 2 | "verb": "GET"
                   | ^~~~~~

                """))
    }
}
