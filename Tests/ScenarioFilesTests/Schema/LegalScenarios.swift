/// Scenarios that are right, with everything that the format has.
enum LegalScenarios {
    static let all =
        top + expectations.map { "{ \"rules\": [ \(rule) ], \"expect\": [ { \($0) } ] }" }
        + rules.map { "{ \"variables\": { \"token\": \"a\" }, \"rules\": [ { \($0) } ] }" }
        + matches.map { "{ \"rules\": [ { \"match\": { \($0) }, \"steps\": [ { \"reply\": {} } ] } ] }" }
        + steps.map { "{ \"variables\": { \"token\": \"a\" }, \"rules\": [ { \"steps\": [ \($0) ] } ] }" }
        + replies.map { "{ \"rules\": [ { \"steps\": [ { \"reply\": { \($0) } } ] } ] }" }
        + calls.map { "{ \"system\": \"jsonrpc\", \"rules\": [ { \($0) } ] }" }

    private static let top = [
        #"{ "otherwise": { "reply": {} } }"#, #"{ "clock": "manual", "cors": true, "otherwise": { "reply": {} } }"#,
        #"{ "$schema": "x", "description": "d", "seed": -5, "clock": "real", "otherwise": { "fail": "tcp/reset" } }"#,
        #"{ "seed": 9223372036854775807, "otherwise": { "pass": true } }"#,
        #"{ "seed": 1e3, "otherwise": { "reply": {} } }"#,
        #"{ "variables": { "a": "b", "c": 1.5, "d": true, "with space": "" }, "otherwise": { "reply": {} } }"#,
        #"{ "rules": [ { "match": { "path": "/a" }, "steps": [ { "reply": {} } ] } ], "otherwise": { "reply": {}, "delay": "1s" } }"#,
        #"{ "otherwise": { "choose": [ { "reply": {} }, { "fail": "http/timeout", "weight": 2 } ], "set": {"a": 1} }, "variables": { "a": 0 } }"#,
        #"{ "system": "jsonrpc", "otherwise": { "reply": { "result": null } } }"#,
        #"{ "connections": [{ "fail": "tcp/silent", "description": "d" }] }"#,
        #"{ "connections": [{ "accept": true, "tls": { "versions": ["1.2"], "alpn": ["http/1.1", "x"], "clientCertificate": "optional" } }], "rules": [{ "reply": {} }] }"#,
        #"{ "connections": [{ "fail": "tcp/refuse", "for": "5s" }, { "fail": "tcp/connect-timeout" }, { "accept": true }], "rules": [{ "reply": {} }] }"#,
        #"{ "connections": [{ "fail": "urlerror/-1004", "with": { "by": "tcp/refuse" } }, { "fail": "mtop/-2554", "times": 2 }, { "fail": "tcp/reset-on-first-byte", "delay": "1s" }] }"#,
        #"{ "system": "mtop", "connections": [{ "fail": -2554, "times": 2 }, { "fail": "-2003", "for": "1s" }, { "accept": true, "keepAlive": "5s" }] }"#,
        #"{ "connections": [{ "accept": true, "delay": "1s", "keepAlive": { "requests": 1, "end": { "fail": 408 } } }], "otherwise": { "reply": {} } }"#,
    ]

    private static let rule = #"""
        { "name": "a", "match": { "path": "/{id}" }, "steps": [ { "fail": "http/truncated-json", "delay": "1s" },
          { "fail": "http/status/429", "with": { "headers": { "Retry-After": 1 } } } ] }
        """#

    private static let expectations = [
        #""name": "n", "description": "d", "rule": "a", "requests": 2"#,
        #""rule": "a", "countBy": "{{request.path.id}}", "requests": { "atMost": 2 }"#,
        #""rule": "a", "after": { "rule": "a", "hit": 1 }, "gap": { "atLeast": "1s" }"#,
        #""match": {}, "after": { "failure": "http/truncated-json" }, "newConnection": true"#,
        #""unmatched": true, "after": { "gaveUp": true }, "requests": 0"#,
        #""rule": "a", "backoff": { "factor": 1.5 }"#,
        #""rule": "a", "backoff": { "first": "1s", "factor": 2, "tolerance": "99%", "cap": "2s" }"#,
        #""rule": "a", "backoff": { "factor": 2, "tolerance": "0ms" }"#, #""rule": "a", "honours": "retry-after""#,
        #""rule": "a", "backoff": { "factor": { "atLeast": 1, "atMost": 1000 }, "cap": "30s" }"#,
        #""rule": "a", "honours": { "header": "Retry-After", "late": { "atMost": "1s" } }, "atOnce": { "atMost": 1 }"#,
        #""rule": "a", "same": ["body", "path", "method", "target", "json", "json/a~1b", "json/"]"#,
        #""rule": "a", "within": "1.5s", "requests": { "atLeast": 1, "atMost": 5, "per": "1s" }"#,
        #""rule": "a", "after": { "rule": "a", "hit": 1 }, "within": "1m", "connections": 2"#,
        #""rule": "a", "gap": [ { "atLeast": "0s" }, { "atMost": "2s" } ], "connections": { "atLeast": 1, "atMost": 2 }"#,
        #""rule": "a", "every": { "method": "POST", "headers": { "X-Id": { "exists": true } } }"#,
        #""rule": "a", "distinct": ["headers.X-Id", "json/id"], "atOnce": { "atLeast": 1, "atMost": 2 }"#,
        #""rule": "a", "gaveUp": { "atLeast": "1s", "from": "request" }"#,
        #""failure": "tcp/reset-on-accept", "connections": 0"#, #""failure": "tcp/silent", "gap": { "atLeast": "1s" }"#,
        #""failure": "tcp/close-on-accept", "connections": { "atLeast": 1, "atMost": 3 }, "gap": [ { "atMost": "2s" } ]"#,
        #""rule": "a", "same": ["headers.X-Id", "query.a b", "cookies.c", "form.é"], "gaveUp": { "atMost": "1s" }"#,
    ]

    private static let rules = [
        #""match": { "path": "/a" }, "fail": "http/truncated-json", "with": { "after": 3 }, "pass": true, "delay": "1s""#,
        #""choose": [ { "fail": "tcp/reset-mid-body", "pass": true, "weight": 3 }, { "pass": true } ]"#,
        #""reply": {}, "delay": { "until": { "variables": { "token": "b" } }, "atMost": "1m", "then": { "fail": "http/status/504", "with": { "message": "late" }, "delay": "1s", "set": { "token": "c" } } }"#,
        #""name": "n", "description": "d", "match": {}, "steps": [ { "reply": {} } ]"#,
        #""atEnd": "loop", "steps": [ { "reply": {}, "times": 2 } ]"#,
        #""atEnd": "pass", "steps": [ { "reply": {}, "for": "5s" } ]"#,
        #""steps": [ { "reply": {}, "times": 2 }, { "fail": "tcp/reset", "times": 1000000 }, { "reply": {} } ]"#,
        #""match": { "path": "/a/{id}" }, "countBy": "{{request.path.id}}", "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 5, "per": "1s", "then": { "fail": "http/status/429" } }, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 1, "per": "0.5s", "then": { "pass": true } }, "steps": [ { "reply": {} } ]"#,
        #""countBy": "{{variables.token}}", "atEnd": "stay", "steps": [ { "reply": {} } ]"#,
    ]

    private static let matches = [
        #""host": ["a.example", "[::1]"], "protocol": "h2""#, #""protocol": { "not": "HTTP/1.0" }"#,
        #""tls": { "exists": true, "version": ["1.2", "1.3"], "serverName": { "endsWith": ".example" } }"#,
        #""tls": { "exists": false }"#, #""not": { "tls": { "clientCertificate": { "exists": true } } }"#,
        #""query": { "op": { "all": ["a", 1], "count": 2 }, "b": { "count": { "atLeast": 1, "atMost": 3 } } }"#,
        #""body": { "base64": "AA==" }"#, #""body": { "hex": "00 ff" }"#, #""body": { "contains": { "hex": "ff" } }"#,
        #""body": { "not": { "contains": { "base64": "AA==" } } }"#,
        #""multipart": { "file": { "filename": { "endsWith": ".exe" }, "type": "a/b", "content": { "hex": "00" } } }"#,
        #""multipart": { "file": {}, "b": { "headers": { "X": { "exists": true } }, "filename": { "exists": false } } }"#,
        #""method": "GET""#, #""method": ["GET", "PURGE"]"#, #""method": "{{{{a""#,
        #""method": ["{{{{a", "POST"]"#, #""method": { "not": ["GET", "HEAD"] }"#, #""path": "/""#,
        #""path": "/a/{id}/*/**""#,
        #""path": "/a%20b/""#, #""query": { "q": "x", "n": 1, "b": true, "": "" }"#, #""headers": { "X-Id": "1" }"#,
        #""cookies": { "c": { "contains": "x", "ignoreCase": true } }"#, #""form": { "f": { "exists": false } }"#,
        #""form": { "f": { "exists": false, "ignoreCase": true } }"#,
        #""body": { "startsWith": "a", "endsWith": "b" }"#,
        #""body": { "matches": "a", "search": "b" }"#, #""body": { "not": "x" }"#, #""body": { "in": ["a", 1, true] }"#,
        #""body": { "above": 1, "below": 2.5 }"#, #""body": { "like": { "a": [1, null] } }"#,
        #""json": { "": null, "/a": 1, "/b/*/c~0~1": { "equals": [1] }, "/d": { "in": [null, {}] } }"#,
        #""json": { "/a": { "not": null, "contains": "x", "exists": true } }"#,
        #""any": [ { "path": "/a" }, {} ], "not": { "method": "GET" }"#,
        #""not": { "any": [ { "path": "/a" }, { "not": { "path": "/b" } } ] }"#,
    ]

    private static let steps = [
        #"{ "pass": true, "delay": "2s", "pace": { "bytes": 16, "every": "10ms" } }"#,
        #"{ "pass": true, "cut": { "after": "50%", "end": "stall", "for": "5s" } }"#,
        #"{ "reply": {}, "delay": { "uniform": ["10ms", "50ms"] } }"#,
        #"{ "reply": {}, "delay": { "lognormal": { "median": "80ms", "sigma": 0.4 } } }"#,
        #"{ "reply": { "text": "hello" }, "cut": { "after": 2, "end": "reset" } }"#,
        #"{ "reply": {}, "cut": { "after": { "head": 10 }, "end": "close" } }"#,
        #"{ "reply": {}, "set": { "token": "{{uuid}}" } }"#,
        #"{ "choose": [ { "weight": 8, "pass": true }, { "fail": "http/html" }, { "reply": {}, "delay": "1s" } ], "delay": "1s" }"#,
        #"{ "fail": "tcp/reset", "delay": "1s" }"#, #"{ "reply": {}, "delay": "{{request.query.ms}}ms" }"#,
        #"{ "reply": { "raw": { "text": "HTTP/1.1 204 No Content\r\n\r\n" } }, "keepAlive": true }"#,
        #"{ "reply": {}, "readPace": "10KB/s" }"#, #"{ "fail": 503, "readPace": { "bytes": "1KB", "every": "1s" } }"#,
        #"{ "fail": "tcp/stop-reading", "with": { "after": "10KB", "for": "2s" }, "reply": { "status": 201 } }"#,
        #"{ "fail": "tcp/stop-reading", "with": { "for": "2s" }, "pace": "1KB/s", "keepAlive": "5s" }"#,
        #"{ "reply": {}, "keepAlive": false }"#, #"{ "reply": {}, "keepAlive": "1.5s" }"#,
        #"{ "reply": {}, "keepAlive": { "idle": "5s", "requests": 2, "end": "reset", "announce": true } }"#,
        #"{ "fail": 503, "keepAlive": { "requests": 1, "end": { "fail": "http/status/408", "with": { "message": "x" } } } }"#,
        #"{ "fail": "http/bad-gzip", "keepAlive": { "idle": "1ms", "end": { "reply": { "raw": "SFRUUA==" } } } }"#,
        #"{ "fail": "http/status/503", "with": { "status": "{{request.query.code}}" } }"#,
        #"{ "fail": "http/oversized-header", "with": { "by": "many", "count": 130, "size": 1300 } }"#,
        #"{ "fail": "http/status/418", "pace": { "bytes": 1, "every": "1ms" } }"#,
        #"{ "fail": "http/status/503", "with": { "status": 500, "message": "{{hit}}", "headers": { "Retry-After": 1, "Date": null } } }"#,
        #"{ "fail": "http/status/503", "with": { "headers": { "A": ["b", ""] } } }"#,
        #"{ "fail": "tcp/reset-mid-body", "with": { "after": 2 }, "reply": { "text": "hello" } }"#,
        #"{ "fail": "tcp/slow", "with": { "bytes": 1, "every": "1s" }, "reply": { "text": "hello" } }"#,
        #"{ "fail": "http/oversized-header" }"#, #"{ "fail": "http/early-reply", "with": { "after": "1KB" } }"#,
        #"{ "fail": "http/redirect-to", "with": { "location": "/next" } }"#,
    ]

    private static let replies = [
        #""size": { "bytes": "10MB", "key": "{{hit}}" }"#, #""size": { "bytes": 10 }, "ranges": true"#,
        "", #""status": 599, "reason": "Because""#, #""json": { "a": [1, "{{hit}}"] }"#, #""text": "t""#,
        #""html": "<p>""#,
        #""base64": "aGk=""#, #""file": "page.html""#, #""file": "files/a/b.bin""#, #""size": "1.5KiB""#,
        #""chunks": [ { "text": "a", "delay": "1s" }, { "base64": "aGk=" } ], "trailers": { "X": "1" }"#,
        #""chunks": [{ "text": "{{repeat}}", "times": "forever", "every": "1s", "delay": "2s" }]"#,
        #""chunks": ["a", { "stall": "5s" }, { "base64": "AA==", "times": 3, "every": "0s" }]"#,
        #""chunks": [{ "text": "a", "delay": { "uniform": ["1s", "2s"] } }], "framing": "length""#,
        #""interim": [{ "status": 102, "delay": { "uniform": ["1s", "2s"] }, "times": 3 }]"#,
        #""status": "{{request.query.code}}", "json": {}"#,
        #""status": "{{request.query.s}}", "text": "a", "ranges": true"#,
        #""head": [], "framing": "close""#, #""headers": { "Content-Length": 1 }, "framing": "chunked", "text": "a""#,
        #""head": [["transfer-encoding", "chunked"]], "framing": "chunked", "trailers": { "A": "b" }"#,
        #""headers": { "A": { "latin1": "ü" }, "B": ["a", { "base64": "AQ==" }] }"#,
        #""head": [["A", { "base64": "AQ==" }]]"#, #""version": "1.0", "text": "a""#, #""raw": { "hex": "48 49" }"#,
        #""raw": { "text": "HTTP/1.1 200 OK\r\n\r\n{{hit}}" }"#, #""raw": { "base64": "AA==" }"#,
        #""raw": "SFRUUC8xLjEgMjAwIE9LDQoNCg==""#, #""text": "t", "framing": "close""#,
        #""text": "t", "framing": "chunked", "trailers": [["X", "1"]]"#,
        #""headers": { "A": "b", "B": 1, "C": true, "D": null, "E": ["x", 2] }"#,
        #""head": [["a b", "c"]], "text": "t""#,
        #""interim": [ { "status": 103, "reason": "Early", "headers": { "Link": "</a>" } }, { "status": 100 } ]"#,
        #""status": 204, "headers": { "A": "b" }"#, #""status": 304"#, #""size": "10KB", "ranges": true"#,
        #""status": 200, "headers": { "ETag": "\"1\"" }, "json": [], "ranges": true"#,
    ]

    private static let calls = [
        #""match": { "rpc": "a" }, "steps": [ { "reply": { "result": { "a": 1 }, "status": 201 } } ]"#,
        #""match": { "rpc": { "startsWith": "a" }, "batch": false }, "steps": [ { "fail": -32601 } ]"#,
        #""match": { "batch": true }, "steps": [ { "fail": "missing-element" } ]"#,
        #""match": { "any": [ { "rpc": "a" }, { "not": { "rpc": "b" } } ] }, "steps": [ { "reply": { "json": 1 } } ]"#,
        #""steps": [ { "fail": "-32042", "with": { "data": [1], "message": "m" } } ]"#,
        #""steps": [ { "fail": "jsonrpc/wrong-id", "reply": { "result": 1 } }, { "fail": "http/timeout" } ]"#,
        #""steps": [ { "fail": "wrong-id" }, { "fail": "http/status/500" }, { "fail": "jsonrpc/-32601" } ]"#,
    ]
}
