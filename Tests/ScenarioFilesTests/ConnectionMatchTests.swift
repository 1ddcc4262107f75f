import Testing

/// What is said at load of matches of hosts, protocols and TLS.
@Suite struct ConnectionMatchTests {
    private func told(_ match: String) -> [String] { ruleMessages("\"match\": { \(match) }, \"reply\": {}") }

    @Test(arguments: [
        (#""host": "A.example""#, #"hosts are compared in lower case; did you mean "a.example"?"#),
        (#""host": { "endsWith": ".Example" }"#, #"hosts are compared in lower case; did you mean ".example"?"#),
        (#""host": "a.example:8080""#, #"a host has no port; did you mean "a.example"?"#),
        (#""host": ["a", "[::1]:443"]"#, #"a host has no port; did you mean "[::1]"?"#),
        (#""host": "https://A.example/x""#, #"a host has no scheme; did you mean "a.example"?"#),
        (#""host": "http://a:80""#, #"a host has no scheme; did you mean "a"?"#),
        (#""host": "::1""#, #"an IPv6 address stands in brackets; did you mean "[::1]"?"#),
        (
            #""host": { "count": 1 }"#,
            #"unknown field "count" in a value matcher; it is about the values of a field of "query", "headers", "cookies" or "form""#
        ),
        (
            #""protocol": "HTTP/2""#,
            #""HTTP/2" is not a protocol; it is "HTTP/1.0", "HTTP/1.1" or "h2"; did you mean "h2"?"#
        ),
        (
            #""protocol": { "not": "http/1.1" }"#,
            #""http/1.1" is not a protocol; it is "HTTP/1.0", "HTTP/1.1" or "h2"; did you mean "HTTP/1.1"?"#
        ),
        (
            #""protocol": ["HTTP/1.1", "https"]"#,
            #""https" is not a protocol; it is "HTTP/1.0", "HTTP/1.1" or "h2"; the scheme is "tls": { "exists": true }"#
        ),
        (#""protocol": 1.1"#, #"a protocol must be a string, not a number; did you mean "HTTP/1.1"?"#),
        (#""protocol": { "exists": false }"#, "every request has a protocol"),
        (#""tls": true"#, #""tls" must be an object, not a boolean"#),
        (#""tls": {}"#, #""tls" asks for nothing; to take any TLS, it is { "exists": true }"#),
        (#""tls": { "exists": false, "version": "1.2" }"#, #"a connection without TLS has no "version""#),
        (#""tls": { "exists": 1 }"#, #""exists" must be true or false, not a number"#),
        (
            #""tls": { "version": "TLSv1.2" }"#,
            #""TLSv1.2" is not a version of TLS; it is "1.0", "1.1", "1.2" or "1.3"; did you mean "1.2"?"#
        ),
        (#""tls": { "version": "0.9" }"#, #""0.9" is not a version of TLS; it is "1.0", "1.1", "1.2" or "1.3""#),
        (#""tls": { "version": 1.3 }"#, #"a version of TLS must be a string, not a number; did you mean "1.3"?"#),
        (#""tls": { "serverName": "A" }"#, #"server names are compared in lower case; did you mean "a"?"#),
        (#""tls": { "sni": "a" }"#, #"unknown field "sni" in a match of TLS; it is "serverName": "a""#),
        (#""tls": { "servername": "a" }"#, #"unknown field "servername" in a match of TLS; it is "serverName": "a""#),
        (#""tls": { "protocol": "1.2" }"#, #"unknown field "protocol" in a match of TLS; it is "version""#),
        (#""scheme": "https""#, #"unknown field "scheme" in a match; it is "tls": { "exists": true }"#),
        (#""scheme": "http""#, #"unknown field "scheme" in a match; it is "tls": { "exists": false }"#),
        (#""httpVersion": "2.0""#, #"unknown field "httpVersion" in a match; it is "protocol""#),
        (#""secure": true"#, #"unknown field "secure" in a match; it is "tls": { "exists": true }"#),
        (#""sni": "a""#, #"unknown field "sni" in a match; it is "tls": { "serverName": "a" }"#),
    ])
    func whatIsRefused(match: String, message: String) {
        #expect(told(match).first == "error: " + message)
    }

    @Test(arguments: [
        #""host": "{{variables.a}}""#, #""host": { "equals": "A", "ignoreCase": true }"#,
        #""tls": { "version": { "contains": "." } }"#, #""protocol": { "matches": "HTTP/1..?" }"#,
    ])
    func whatIsTaken(match: String) {
        #expect(
            messages("{ \"variables\": { \"a\": 1 }, \"rules\": [ { \"match\": { \(match) }, \"reply\": {} } ] }")
                .isEmpty)
    }

    /// A rule is reachable below one for another host, protocol or TLS, and not below the same one.
    @Test(arguments: [
        (#""host": "a""#, #""host": "b""#), (#""protocol": "h2""#, #""protocol": "HTTP/1.1""#),
        (#""tls": { "version": "1.2" }"#, #""tls": { "version": "1.3" }"#),
        (#""tls": { "serverName": "a" }"#, #""tls": { "clientCertificate": "a" }"#),
    ])
    func ruleBelow(above: String, below: String) {
        func found(_ below: String) -> [String] {
            messages(
                "{ \"rules\": [ { \"match\": { \(above) }, \"reply\": {} }, { \"match\": { \(below), \"path\": \"/a\" }, \"reply\": {} } ] }"
            )
        }
        #expect(found(below).isEmpty)
        #expect(found(above).count == 1)
    }
}
