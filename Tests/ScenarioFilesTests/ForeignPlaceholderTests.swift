import JSONText
import ScenarioFiles
import Testing

/// The placeholders and the paths into JSON of other mock tools are answered with ours.
@Suite struct ForeignPlaceholderTests {
    /// A row of the table, a placeholder that it takes, and the hint.
    private static let rows: [(form: ForeignPlaceholder.Form, text: String, hint: String)] = [
        (.prefix("request.body."), "request.body.items.0.id", "did you mean {{request.json/items/0/id}}?"),
        (.prefix("request.json."), "request.json.items[0].id", "did you mean {{request.json/items/0/id}}?"),
        (.prefix("request.jsonBody."), "request.jsonBody.id", "did you mean {{request.json/id}}?"),
        (.prefix("request.data."), "request.data.id", "did you mean {{request.json/id}}?"),
        (.prefix("req.body."), "req.body.id", "did you mean {{request.json/id}}?"),
        (.prefix("body."), "body.id", "did you mean {{request.json/id}}?"),
        (.prefix("json."), "json.id", "did you mean {{request.json/id}}?"),
        (.word("body"), "body 'user.name'", "did you mean {{request.json/user/name}}?"),
        (.word("jsonPath"), "jsonPath request.body '$.id'", "did you mean {{request.json/id}}?"),
        (.prefix("request.params."), "request.params.id", "did you mean {{request.path.id}}?"),
        (
            .prefix("request.pathParams."), "request.pathParams.key",
            "{{request.path.key}} is it if the match's path names a segment {key}"
        ),
        (.prefix("req.params."), "req.params.id", "did you mean {{request.path.id}}?"),
        (.prefix("params."), "params.id", "did you mean {{request.path.id}}?"),
        (.word("urlParam"), "urlParam 'id'", "did you mean {{request.path.id}}?"),
        (.prefix("request.pathSegments."), "request.pathSegments.[1]", "did you mean {{request.path.id}}?"),
        (.prefix("request.pathSegments"), "request.pathSegments[1]", "did you mean {{request.path.id}}?"),
        (
            .prefix("request.path."), "request.path.[0]",
            "a segment that the match's path names, such as {id}, is {{request.path.id}}"
        ),
        (
            .word("toJson"), "toJson x",
            "{{json request.json/id}} is a value as JSON text; a JSON string that is nothing but a placeholder has its type"
        ),
        (
            .word("toJSON"), "toJSON x",
            "{{json request.json/id}} is a value as JSON text; a JSON string that is nothing but a placeholder has its type"
        ),
        (
            .word("stringify"), "stringify x",
            "{{json request.json/id}} is a value as JSON text; a JSON string that is nothing but a placeholder has its type"
        ),
        (.prefix("request.queryParams."), "request.queryParams.q", "did you mean {{request.query.q}}?"),
        (.prefix("request.queryParameters."), "request.queryParameters.q.[0]", "did you mean {{request.query.q}}?"),
        (
            .prefix("request.queryStringParameters."), "request.queryStringParameters.q",
            "did you mean {{request.query.q}}?"
        ),
        (.prefix("req.query."), "req.query.q", "did you mean {{request.query.q}}?"),
        (.prefix("query."), "query.q", "did you mean {{request.query.q}}?"),
        (.word("queryParam"), "queryParam 'q' 'none'", "did you mean {{request.query.q}}?"),
        (.prefix("req.headers."), "req.headers.x-id", "did you mean {{request.headers.x-id}}?"),
        (.prefix("headers."), "headers.x-id", "did you mean {{request.headers.x-id}}?"),
        (.word("header"), "header 'x-id'", "did you mean {{request.headers.x-id}}?"),
        (.prefix("req.cookies."), "req.cookies.c", "did you mean {{request.cookies.c}}?"),
        (.prefix("cookies."), "cookies.c", "did you mean {{request.cookies.c}}?"),
        (.word("cookie"), "cookie 'c'", "did you mean {{request.cookies.c}}?"),
        (.word("formData"), "formData request.body 'f'", "one field of a form is {{request.form.x}}"),
        (.word("request.query"), "request.query", "one of them is {{request.query.x}}"),
        (.word("request.queryParams"), "request.queryParams", "one of them is {{request.query.x}}"),
        (.word("req.query"), "req.query", "one of them is {{request.query.x}}"),
        (.word("request.headers"), "request.headers", "one of them is {{request.headers.x}}"),
        (.word("req.headers"), "req.headers", "one of them is {{request.headers.x}}"),
        (.word("request.cookies"), "request.cookies", "one of them is {{request.cookies.x}}"),
        (.word("request.form"), "request.form", "one of them is {{request.form.x}}"),
        (.word("request.params"), "request.params", "a segment {id} of the match's path is {{request.path.id}}"),
        (.word("req.params"), "req.params", "a segment {id} of the match's path is {{request.path.id}}"),
        (.word("request.url"), "request.url", "did you mean {{request.target}}?"),
        (.word("request.uri"), "request.uri", "did you mean {{request.target}}?"),
        (.word("request.originalUrl"), "request.originalUrl", "did you mean {{request.target}}?"),
        (.word("request.fullPath"), "request.fullPath", "did you mean {{request.target}}?"),
        (.word("req.url"), "req.url", "did you mean {{request.target}}?"),
        (.word("method"), "method", "did you mean {{request.method}}?"),
        (.word("req.method"), "req.method", "did you mean {{request.method}}?"),
        (.word("bodyRaw"), "bodyRaw", "did you mean {{request.body}}?"),
        (.word("req.body"), "req.body", "did you mean {{request.body}}?"),
        (.word("baseUrl"), "baseUrl", "{{url}} is scheme, host and port as the client wrote them"),
        (.word("baseURL"), "baseURL", "{{url}} is scheme, host and port as the client wrote them"),
        (.word("request.baseUrl"), "request.baseUrl", "{{url}} is scheme, host and port as the client wrote them"),
        (.word("request.scheme"), "request.scheme", "{{url}} is scheme, host and port as the client wrote them"),
        (.word("request.port"), "request.port", "{{url}} is scheme, host and port as the client wrote them"),
        (.word("request.host"), "request.host", "did you mean {{request.headers.host}}?"),
        (.word("hostname"), "hostname", "did you mean {{request.headers.host}}?"),
        (.word("host"), "host", "did you mean {{request.headers.host}}?"),
        (.prefix("state."), "state.token", "did you mean {{variables.token}}?"),
        (.prefix("vars."), "vars.token", "did you mean {{variables.token}}?"),
        (.prefix("var."), "var.token", "did you mean {{variables.token}}?"),
        (.prefix("env."), "env.token", "did you mean {{variables.token}}?"),
        (.prefix("session."), "session.token", "did you mean {{variables.token}}?"),
        (.prefix("globals."), "globals.token", "did you mean {{variables.token}}?"),
        (.word("getVar"), "getVar 'token'", "did you mean {{variables.token}}?"),
        (.word("data"), "data 'token'", "did you mean {{variables.token}}?"),
        (.word("now"), "now", times), (.word("date"), "date", times), (.word("time"), "time 'HH'", times),
        (.word("isoTimestamp"), "isoTimestamp", times), (.word("currentTime"), "currentTime", times),
        (.word("dateTimeShift"), "dateTimeShift amount=1", times), (.word("formatDate"), "formatDate x", times),
        (.word("timestamp"), "timestamp", "did you mean {{now.epoch}}?"),
        (.word("$timestamp"), "$timestamp", "did you mean {{now.epoch}}?"),
        (.word("$isoTimestamp"), "$isoTimestamp", "did you mean {{now.iso}}?"),
        (.word("guid"), "guid", "did you mean {{uuid}}?"), (.word("$guid"), "$guid", "did you mean {{uuid}}?"),
        (.word("$uuid"), "$uuid", "did you mean {{uuid}}?"),
        (.word("$randomUUID"), "$randomUUID", "did you mean {{uuid}}?"),
        (.word("randomUUID"), "randomUUID", "did you mean {{uuid}}?"),
        (.word("uuidv4"), "uuidv4", "did you mean {{uuid}}?"),
        (.word("objectId"), "objectId", "did you mean {{hex.24}}?"),
        (.word("randomValue"), "randomValue length=12 type='ALPHANUMERIC'", "did you mean {{hex.12}}?"),
        (.prefix("faker."), "faker.name", drawn), (.prefix("$random"), "$randomCity", drawn),
        (.word("faker"), "faker 'person.name'", drawn), (.word("random"), "random 1 6", drawn),
        (.word("randomInt"), "randomInt lower=1", drawn), (.word("randomDecimal"), "randomDecimal", drawn),
        (.word("pickRandom"), "pickRandom 1 2", drawn), (.word("oneOf"), "oneOf 1 2", drawn),
        (.word("int"), "int 1 6", drawn), (.word("float"), "float 1 6", drawn), (.word("boolean"), "boolean", drawn),
        (.word("index"), "index", "did you mean {{hit}}?"), (.word("counter"), "counter", "did you mean {{hit}}?"),
        (.word("requestCount"), "requestCount", "did you mean {{hit}}?"),
        (.prefix("#"), "#if x", cases), (.prefix("/"), "/if", cases), (.word("else"), "else", cases),
        (.word("if"), "if x", cases),
        (.word("xPath"), "xPath request.body '/a'", xml), (.word("soapXPath"), "soapXPath '/a'", xml),
        (.word("bodyXPath"), "bodyXPath '/a'", xml),
    ]

    private static let times =
        "it is {{now.iso}}, {{now.http}}, {{now.epoch}} or {{now.ms}}, each also with a shift: {{now.iso+30s}}"
    private static let drawn = "what is drawn is {{uuid}} or {{hex.16}}"
    private static let cases = "there are no conditions and loops: a rule for each case has an answer of its own"
    private static let xml = "{{request.body}} is the whole body, and there is none for XML"

    @Test(arguments: rows.indices)
    func aPlaceholderOfAnotherToolIsAnsweredWithOurs(_ index: Int) {
        let row = Self.rows[index]
        let line = "\"text\": \"{{\(row.text)}}\""
        let text = """
            { "rules": [ { "match": { "path": "/users/{id}" }, "steps": [ { "reply": {
            \(line)
            } } ] } ] }
            """
        #expect(
            load(text).text == """
                a.json:2:10: error: unknown placeholder {{\(row.text)}}; \(row.hint)
                 2 | \(line)
                   |          ^\(String(repeating: "~", count: row.text.count + 3))

                """)
    }

    @Test func everyRowHasACase() {
        let rows = ForeignPlaceholder.all.map(\.form)
        #expect(Set(rows).subtracting(Self.rows.map(\.form)) == [])
        #expect(Set(Self.rows.map(\.form)).subtracting(rows) == [])
        #expect(Set(rows).count == rows.count)
    }

    @Test(arguments: [
        ("{{ hit }}", "without blanks it is {{hit}}"),
        ("{{hit }}", "without blanks it is {{hit}}"),
        ("{{ request.query.q }}", "without blanks it is {{request.query.q}}"),
        ("{{request.query.q }}", "without blanks it is {{request.query.q}}"),
        ("{{ request.json/id }}", "without blanks it is {{request.json/id}}"),
        ("{{ request.body.id }}", "did you mean {{request.json/id}}?"),
        ("{{ uudi }}", "did you mean {{uuid}}?"),
        ("{{ user.firstName }}", "a literal {{ is written {{{{"),
        ("{{ }}", "a literal {{ is written {{{{"),
        ("{{randomValue type='UUID'}}", "did you mean {{uuid}}?"),
        ("{{randomValue type='ALPHABETIC'}}", "what is drawn is {{uuid}} or {{hex.16}}"),
        (
            "{{jsonPath request.body '$.items[*].id'}}",
            "a placeholder takes one value, such as {{request.json/items/0/id}}"
        ),
        ("{{jsonPath request.body '$..id'}}", "a placeholder takes one value, such as {{request.json/items/0/id}}"),
        ("{{jsonPath request.body '$'}}", "did you mean {{request.json}}?"),
        ("{{request.path.1}}", "a segment that the match's path names, such as {id}, is {{request.path.id}}"),
        ("{{request.pathSegments.[7]}}", "a segment that the match's path names, such as {id}, is {{request.path.id}}"),
    ])
    func blanksAndWhatHasNoPlaceholder(_ placeholder: String, _ hint: String) {
        #expect(
            ruleMessages("\"steps\": [ { \"reply\": { \"text\": \"\(placeholder)\" } } ]")
                == ["error: unknown placeholder \(placeholder); \(hint)"])
    }

    @Test(arguments: [
        ("$.x.y", #"did you mean "/x/y"?"#), ("$.items[0].id", #"did you mean "/items/0/id"?"#),
        ("$['a b']['c/d']", #"did you mean "/a b/c~1d"?"#), ("$.items[*].id", #"did you mean "/items/*/id"?"#),
        ("items.0.id", #"did you mean "/items/0/id"?"#), ("x.y", #"did you mean "/x/y"?"#),
        ("x", #"did you mean "/x"?"#), ("x~", #"did you mean "/x~0"?"#),
        ("$", #"the pointer to the whole is """#),
        ("$..x", #"a pointer has every name on the way, with * for any element: "/*/x""#),
        (
            "$.items[?(@.a == 'b')].id",
            #"a pointer has no filters, ranges and functions, but * for any element: "/items/*""#
        ),
        (
            "$.items.length()",
            #"a pointer has no filters, ranges and functions, but * for any element: "/items/*""#
        ),
        ("$.items[1:2]", #"a pointer has no filters, ranges and functions, but * for any element: "/items/*""#),
    ])
    func aPathIntoJSONIsAnsweredWithAPointer(_ path: String, _ hint: String) {
        let text = """
            { "rules": [ { "match": { "json": {
            "\(path)": 1
            } }, "steps": [ { "reply": {} } ] } ] }
            """
        #expect(
            load(text).text == """
                a.json:2:1: error: a JSON Pointer begins with /; \(hint)
                 2 | "\(path)": 1
                   | ^\(String(repeating: "~", count: path.count + 1))

                """)
    }
}
