import Testing

/// What is said at load of matches of paths and targets.
@Suite struct TargetMatchTests {
    private func messages(_ match: String) -> [String] { ruleMessages("\"match\": { \(match) }, \"reply\": {}") }

    @Test(arguments: [
        (#""path": { "exists": false }"#, "a path is always there"),
        (#""path": { "match": "/a" }"#, #"unknown field "match" in a value matcher"#),
        (
            #""target": "orders?page=2""#,
            #"a target begins with "/"; it is the path with its query, such as "/orders?page=2""#
        ),
        (#""target": { "equals": "orders" }"#, #"a target begins with "/""#),
        (#""path": { "startsWith": "v1/" }"#, #"a path begins with "/""#),
        (#""target": { "exists": false }"#, "a target is always there"),
        (
            #""parameters": { "id": "7" }"#,
            #"the path has no segment "{id}"; "parameters" needs a "path" with such segments, beside it"#
        ),
        (
            #""path": { "matches": "/{id}" }, "parameters": { "id": "7" }"#,
            #"the path has no segment "{id}"; "parameters" needs a "path" with such segments, beside it"#
        ),
        (
            #""path": "/{idd}/{name}", "parameters": { "id": "7" }"#,
            #"the path has no segment "{id}"; did you mean "idd"?"#
        ),
        (
            #""path": "/{user}/{name}", "parameters": { "page": "7" }"#,
            #"the path has no segment "{page}"; it has "name" and "user""#
        ),
        (#""path": "/{id}", "parameters": { "id": { "exists": false } }"#, "a segment of the path is always there"),
        (#""path": "/{id}", "parameters": {}"#, #""parameters" is empty"#),
        (#""path": "/{id}", "parameters": ["id"]"#, #""parameters" must be an object, not a list"#),
        (
            #""body": { "contains": "x", "anyOrder": true }"#,
            #""anyOrder" is about lists; of text, it stands beside "like""#
        ),
        (
            #""json": { "/a": { "above": 1, "anyOrder": true } }"#,
            #""anyOrder" is about lists; it stands beside "equals" or "like""#
        ),
        (
            #""json": { "anyOrder": true }"#,
            #"this value matcher asks for nothing; to take any value, use "exists": true"#
        ),
        (#""json": { "/a": { "equals": [1], "anyOrder": 1 } }"#, #""anyOrder" must be true or false, not a number"#),
    ])
    func whatIsRefused(match: String, message: String) {
        #expect(messages(match).first == "error: " + message)
    }

    /// A rule for other paths, whatever it is that tells them, keeps no upload waiting.
    @Test func uploadsAreStruckBelowExpressionsForOtherPaths() {
        let upload = #"{ "match": { "path": "/up" }, "fail": "tcp/reset-mid-upload" }"#
        func found(_ path: String, _ reply: String) -> [String] {
            fileMessages(
                "{ \"rules\": [ { \"match\": { \"path\": { \"matches\": \"\(path)\" } }, \"reply\": \(reply) }, \(upload) ] }"
            )
        }
        #expect(found("/v[12]/a", #"{ "text": "{{request.body}}" }"#) == [])
        #expect(
            found(".*", #"{ "text": "{{request.body}}" }"#) == [
                #"error: "tcp/reset-mid-upload" acts before the request's body is read, but rule "rule 1" above reads it first; a rule above that one can have it"#
            ])
        #expect(
            found(".*", #"{ "text": "{{hit}}", "encoding": "gzip" }"#) == [
                #"error: "tcp/reset-mid-upload" acts before the request's body is read, but rule "rule 1" above is decided when it is complete; a rule above that one can have it"#
            ])
    }

    @Test func aLongListInAnyOrderIsForEquals() {
        let list = "[" + (0..<33).map(String.init).joined(separator: ",") + "]"
        #expect(
            messages("\"json\": { \"/a\": { \"like\": \(list), \"anyOrder\": true } }") == [
                #"error: a list that a value contains in any order has 32 elements at most; "equals" takes longer ones"#
            ])
        #expect(messages("\"json\": { \"/a\": { \"equals\": \(list), \"anyOrder\": true } }") == [])
    }

    @Test(
        arguments: [
            (#""system": "jsonrpc", "rules": []"#, []),
            (#""system": "documents", "rules": [], "keepAlive": false"#, []),
            (#""rules": []"#, [#"error: "rules" is empty; a scenario has at least one rule"#]),
            (
                #""rules": [], "otherwise": { "reply": {} }"#,
                [#"error: "rules" is empty; a scenario has at least one rule"#]
            ),
            (#""system": "jsonrcp", "rules": []"#, nil),
            (
                #""system": "jsonrpc", "keepAlive": 5"#,
                [
                    #"error: "keepAlive" must be true, false, a duration such as "5s", or an object, not a number; it is "5s" or "5ms""#
                ]
            ),
        ] as [(String, [String]?)])
    func rulesMayBeEmptyBesideASystem(text: String, wanted: [String]?) {
        let found = fileMessages("{ \(text) }")
        if let wanted { #expect(found == wanted) } else { #expect(found.count == 1) }
    }
}

/// The function of the support file, which the suite has one of its own beside.
private func fileMessages(_ text: String) -> [String] { messages(text).map(withoutPlace) }
