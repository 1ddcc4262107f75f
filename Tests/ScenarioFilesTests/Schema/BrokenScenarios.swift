/// Scenarios that are wrong in form, each in one way.
enum BrokenScenarios {
    static let all =
        top
        + expectations.map {
            "{ \"rules\": [ { \"name\": \"a\", \"steps\": [ { \"reply\": {} } ] } ], \"expect\": [ { \($0) } ] }"
        }
        + rules.map { "{ \"rules\": [ { \($0) } ] }" }
        + matches.map { "{ \"rules\": [ { \"match\": { \($0) }, \"steps\": [ { \"reply\": {} } ] } ] }" }
        + steps.map { "{ \"rules\": [ { \"steps\": [ \($0) ] } ] }" }
        + replies.map { "{ \"rules\": [ { \"steps\": [ { \"reply\": { \($0) } } ] } ] }" } + calls

    private static let top = [
        "[]", "{}", "1", "null", #"{ "rules": {} }"#, #"{ "rules": [] }"#, #"{ "rules": [ 1 ] }"#,
        #"{ "otherwise": { "reply": {} }, "seed": "x" }"#, #"{ "otherwise": { "reply": {} }, "seed": 1.5 }"#,
        #"{ "otherwise": { "reply": {} }, "clock": "fast" }"#, #"{ "otherwise": { "reply": {} }, "rule": [] }"#,
        #"{ "otherwise": { "reply": {} }, "description": 1 }"#, #"{ "otherwise": { "reply": {} }, "$schema": 1 }"#,
        #"{ "otherwise": { "reply": {} }, "system": "http" }"#, #"{ "otherwise": { "reply": {} }, "system": 1 }"#,
        #"{ "otherwise": { "reply": {} }, "variables": [] }"#,
        #"{ "otherwise": { "reply": {} }, "variables": { "a": null } }"#,
        #"{ "otherwise": { "reply": {} }, "variables": { "{a}": 1 } }"#,
        #"{ "otherwise": { "reply": {} }, "connections": [] }"#, #"{ "connections": {} }"#, #"{ "connections": [{}] }"#,
        #"{ "connections": [{ "fail": "tcp/reset" }] }"#,
        #"{ "connections": [{ "accept": true, "fail": "tcp/silent" }] }"#,
        #"{ "connections": [{ "fail": "tcp/silent", "keepAlive": "5s" }] }"#,
        #"{ "connections": [{ "accept": true, "for": "5s" }, { "fail": "tcp/silent" }], "rules": [{ "reply": {} }] }"#,
        #"{ "connections": [{ "fail": "tcp/refuse", "for": "5s", "times": 2 }, { "fail": "tcp/silent" }] }"#,
        #"{ "connections": [{ "fail": "tcp/silent", "delay": { "uniform": ["1s", "2s"] } }] }"#,
        #"{ "otherwise": { "reply": {} }, "cors": false }"#,
        #"{ "otherwise": { "reply": {}, "times": 2 } }"#, #"{ "otherwise": { "reply": {}, "for": "1s" } }"#,
        #"{ "otherwise": { "reply": {}, "weight": 2 } }"#, #"{ "otherwise": {} }"#, #"{ "otherwise": [] }"#,
    ]

    private static let expectations = [
        #""rule": "a""#, #""requests": 1"#, #""rule": "a", "match": {}, "requests": 1"#,
        #""rule": "a", "requests": 1, "name": """#, #""rule": "a", "requests": 1, "description": 1"#,
        #""rule": "a", "requests": 1, "countBy": "id""#, #""rule": "a", "requests": 1, "after": {}"#,
        #""rule": "a", "requests": 1, "after": { "rule": "a" }"#,
        #""rule": "a", "requests": 1, "after": { "hit": 1 }"#,
        #""rule": "a", "requests": 1, "after": { "rule": "a", "hit": 0 }"#,
        #""rule": "a", "requests": 1, "after": { "rule": "a", "hit": 1, "gaveUp": true }"#,
        #""rule": "a", "requests": 1, "after": { "failure": "tcp/rst" }"#,
        #""rule": "a", "requests": 1, "after": { "gaveUp": false }"#, #""rule": "a", "newConnection": true"#,
        #""rule": "a", "newConnection": false, "after": { "rule": "a", "hit": 1 }"#, #""rule": "a", "backoff": {}"#,
        #""rule": "a", "backoff": { "factor": 0.5 }"#, #""rule": "a", "backoff": { "factor": {} }"#,
        #""rule": "a", "backoff": { "factor": { "atMost": 1001 } }"#,
        #""rule": "a", "backoff": { "factor": 2, "cap": "0s" }"#,
        #""rule": "a", "backoff": { "factor": 2, "first": "0s" }"#,
        #""rule": "a", "backoff": { "factor": 2, "tolerance": "100%" }"#,
        #""rule": "a", "backoff": { "factor": 2, "tolerance": 5 }"#, #""rule": "a", "honours": "a b""#,
        #""rule": "a", "honours": {}"#, #""rule": "a", "honours": { "header": "Retry-After", "late": {} }"#,
        #""rule": "a", "same": "body""#, #""rule": "a", "same": []"#, #""rule": "a", "same": ["bdy"]"#,
        #""rule": "a", "same": ["headers."]"#, #""rule": "a", "same": ["headers.a b"]"#,
        #""rule": "a", "same": ["json/~"]"#, #""rule": "a", "sameHeader": "X-Id""#,
        #""rule": "a", "newConnectionAfter": "tcp/reset""#, #""rule": "a", "backoff": { "factorAtLeast": 2 }"#,
        #""order": ["a", "a"], "after": { "gaveUp": true }"#, #""order": ["a", "a"], "within": "1s""#,
        #""order": ["a", "a"], "every": { "method": "GET" }"#, #""rule": "a", "requests": 1, "within": "0s""#,
        #""rule": "a", "requests": 1, "within": 5"#, #""rule": "a", "within": "1s""#,
        #""rule": "a", "requests": { "per": "1s" }"#, #""rule": "a", "requests": { "atMost": 1, "per": "0s" }"#,
        #""rule": "a", "gap": []"#, #""rule": "a", "gap": [ {} ]"#, #""rule": "a", "gap": [ "1s" ]"#,
        #""rule": "a", "gap": "1s""#, #""rule": "a", "every": {}"#, #""rule": "a", "every": { "pth": "/" }"#,
        #""rule": "a", "every": []"#, #""rule": "a", "distinct": []"#, #""rule": "a", "distinct": "body""#,
        #""rule": "a", "distinct": ["bdy"]"#, #""rule": "a", "connections": 0"#, #""rule": "a", "connections": {}"#,
        #""rule": "a", "connections": { "atMost": 0 }"#, #""rule": "a", "connections": "2""#,
        #""rule": "a", "gaveUp": { "from": "head" }"#, #""rule": "a", "gaveUp": { "atMost": "1s", "from": "end" }"#,
        #""rule": "a", "atOnce": {}"#, #""rule": "a", "atOnce": { "atLeast": 0 }"#, #""rule": "a", "atOnce": 4"#,
        #""rule": "a", "alert": "unknown_ca", "requests": 1"#,
    ]

    private static let rules = [
        #""match": {}"#, #""steps": []"#, #""steps": {}"#, #""steps": [ 1 ]"#,
        #""stesp": [], "steps": [ { "reply": {} } ]"#, #""name": "", "steps": [ { "reply": {} } ]"#,
        #""name": 1, "steps": [ { "reply": {} } ]"#, #""atEnd": "stop", "steps": [ { "reply": {} } ]"#,
        #""match": [], "steps": [ { "reply": {} } ]"#, #""countBy": "all", "steps": [ { "reply": {} } ]"#,
        #""countBy": 1, "steps": [ { "reply": {} } ]"#, #""rateLimit": 5, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 5 }, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 0, "per": "1s", "then": { "reply": {} } }, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 5, "per": "0s", "then": { "reply": {} } }, "steps": [ { "reply": {} } ]"#,
        #""rateLimit": { "allow": 5, "per": "1s", "then": { "reply": {}, "times": 2 } }, "steps": [ { "reply": {} } ]"#,
        #""steps": [ { "reply": {}, "times": 2 } ]"#, #""steps": [ { "reply": {}, "for": "1s" } ]"#,
        #""atEnd": "stay", "steps": [ { "reply": {}, "times": 2 } ]"#,
    ]

    private static let matches = [
        #""query": { "a": { "all": [] } }"#, #""query": { "a": { "all": "b" } }"#,
        #""query": { "a": { "count": -1 } }"#,
        #""query": { "a": { "count": {} } }"#, #""path": { "all": ["/a"] }"#, #""body": { "hex": "0" }"#,
        #""body": { "base64": "=" }"#, #""query": { "a": { "hex": "00" } }"#, #""body": { "contains": { "hex": 0 } }"#,
        #""multipart": []"#, #""multipart": { "a": "b" }"#, #""multipart": { "a": { "name": "b" } }"#,
        #""pth": "/a""#, #""path": 1"#, #""path": "a""#, #""path": "/a?b""#, #""path": "/a#b""#, #""method": 1"#,
        #""method": []"#, #""method": "GE T""#, #""method": [ "" ]"#, #""query": []"#, #""query": { "a": null }"#,
        #""query": { "a": [] }"#, #""query": { "a": {} }"#, #""query": { "a": { "is": 1 } }"#,
        #""query": { "a": { "ignoreCase": true } }"#, #""query": { "a": { "exists": "yes" } }"#,
        #""query": { "a": { "exists": false, "equals": "b" } }"#, #""query": { "a": { "in": [] } }"#,
        #""query": { "a": { "in": "b" } }"#, #""query": { "a": { "above": "1" } }"#,
        #""query": { "a": { "matches": 1 } }"#, #""query": { "a": { "equals": null } }"#,
        #""headers": { "a b": "c" }"#, #""headers": { "": "c" }"#, #""cookies": 1"#, #""form": { "a": null }"#,
        #""body": null"#, #""body": []"#, #""json": []"#, #""json": { "a": 1 }"#, #""json": { "/a~2": 1 }"#,
        #""json": { "/a": [] }"#, #""json": { "/a": {} }"#, #""json": { "/a": { "above": "1" } }"#, #""any": []"#,
        #""any": {}"#, #""any": [ 1 ]"#, #""any": [ { "pth": "/" } ]"#, #""not": {}"#, #""not": []"#,
        #""rpc": "a""#, #""batch": true"#, #""variables": []"#,
    ]

    private static let steps = [
        "{}", "[]", #"{ "pass": false }"#, #"{ "pass": 1 }"#, #"{ "reply": {}, "pass": true }"#,
        #"{ "fail": "tcp/reset", "pass": true }"#, #"{ "reply": {}, "with": {} }"#, #"{ "with": {} }"#,
        #"{ "reply": {}, "choose": [ { "reply": {} } ] }"#, #"{ "choose": [] }"#, #"{ "choose": {} }"#,
        #"{ "choose": [ { "reply": {}, "times": 2 }, { "reply": {} } ] }"#,
        #"{ "choose": [ { "reply": {}, "for": "1s" }, { "reply": {} } ] }"#,
        #"{ "choose": [ { "choose": [ { "reply": {} } ] }, { "reply": {} } ] }"#,
        #"{ "choose": [ { "reply": {}, "weight": 0 }, { "reply": {} } ] }"#,
        #"{ "choose": [ {}, { "reply": {} } ] }"#, #"{ "reply": {}, "weight": 2 }"#,
        #"{ "reply": {}, "times": 0 }, { "reply": {} }"#, #"{ "reply": {}, "times": 1000001 }, { "reply": {} }"#,
        #"{ "reply": {}, "times": 1.5 }, { "reply": {} }"#, #"{ "reply": {}, "for": "0s" }, { "reply": {} }"#,
        #"{ "reply": {}, "times": 2, "for": "1s" }, { "reply": {} }"#, #"{ "reply": {}, "tims": 2 }"#,
        #"{ "reply": {}, "delay": 5 }"#, #"{ "reply": {}, "delay": {} }"#, #"{ "reply": {}, "delay": null }"#,
        #"{ "reply": {}, "delay": { "uniform": ["1s"] } }"#, #"{ "reply": {}, "delay": { "uniform": ["1s", 2] } }"#,
        #"{ "reply": {}, "delay": { "normal": ["1s", "2s"] } }"#,
        #"{ "reply": {}, "delay": { "uniform": ["1s", "2s"], "lognormal": { "median": "1s", "sigma": 1 } } }"#,
        #"{ "reply": {}, "delay": { "lognormal": { "median": "1s" } } }"#,
        #"{ "reply": {}, "delay": { "lognormal": { "median": "1s", "sigma": -1 } } }"#,
        #"{ "reply": {}, "pace": { "bytes": 1 } }"#, #"{ "reply": {}, "pace": { "bytes": 0, "every": "1s" } }"#,
        #"{ "reply": {}, "pace": { "bytes": 1, "every": "0s" } }"#, #"{ "reply": {}, "cut": { "after": 0 } }"#,
        #"{ "reply": {}, "cut": { "after": 0, "end": "stop" } }"#,
        #"{ "reply": {}, "cut": { "after": -1, "end": "close" } }"#,
        #"{ "reply": {}, "cut": { "after": {}, "end": "close" } }"#,
        #"{ "reply": {}, "cut": { "after": true, "end": "close" } }"#,
        #"{ "reply": {}, "cut": { "after": 0, "end": "reset", "for": "1s" } }"#, #"{ "reply": {}, "set": {} }"#,
        #"{ "reply": {}, "keepAlive": 5 }"#, #"{ "fail": "tcp/reset", "keepAlive": true }"#,
        #"{ "reply": {}, "readPace": { "bytes": [1, 2], "every": "1s" } }"#, #"{ "reply": {}, "readPace": "5KB" }"#,
        #"{ "fail": "tcp/stop-reading", "reply": {} }"#, #"{ "fail": "tcp/reset", "readPace": "1KB/s" }"#,
        #"{ "pass": true, "readPace": "1KB/s" }"#, #"{ "reply": {}, "keepAlive": {} }"#,
        #"{ "reply": {}, "keepAlive": { "requests": 0 } }"#,
        #"{ "pass": true, "keepAlive": "5s" }"#, #"{ "reply": {}, "keepAlive": { "idle": "5s", "end": "stall" } }"#,
        #"{ "reply": {}, "keepAlive": { "requests": 2, "announce": true } }"#, #"{ "reply": {}, "keepAlive": "0s" }"#,
        #"{ "reply": {}, "keepAlive": { "idle": "5s", "end": { "reply": {}, "delay": "1s" } } }"#,
        #"{ "fail": true }"#, #"{ "fail": "50" }"#, #"{ "fail": "http/timeuot" }"#, #"{ "fail": "http/status/99" }"#,
        #"{ "fail": "timeout" }"#, #"{ "fail": "jsonrpc/-32601" }"#, #"{ "fail": "tcp/refuse" }"#,
        #"{ "fail": "http/timeout", "with": 1 }"#, #"{ "fail": "http/timeout", "with": { "x": 1 } }"#,
        #"{ "fail": "http/timeout", "reply": {} }"#, #"{ "fail": "http/status/503", "reply": {} }"#,
        #"{ "fail": "tcp/reset", "cut": { "after": 0, "end": "close" } }"#,
        #"{ "fail": "tcp/reset", "pace": { "bytes": 1, "every": "1s" } }"#,
        #"{ "fail": "tcp/slow", "with": { "every": "0s" } }"#, #"{ "fail": "tcp/slow", "with": { "bytes": -1 } }"#,
        #"{ "fail": "http/status/503", "with": { "status": 99 } }"#,
        #"{ "fail": "http/status/503", "with": { "headers": { "X": [] } } }"#,
        #"{ "fail": "http/redirect-to", "with": { "location": "/a\r\nX: 1" } }"#,
    ]

    private static let replies = [
        #""staus": 1"#, #""status": 100"#, #""status": 1000"#, #""status": "500""#, #""text": "", "json": 1"#,
        #""raw": "", "text": """#, #""raw": "", "status": 200"#, #""status": 204, "text": """#,
        #""status": 304, "framing": "length""#, #""text": 1"#, #""html": []"#, #""reason": "a\r\nb""#, #""reason": 1"#,
        #""headers": 1"#, #""headers": { "A": {} }"#, #""headers": { "A": [] }"#, #""headers": { "A": "b\u0000" }"#,
        #""headers": { "A": "\n" }"#, #""head": [ ["A"] ]"#, #""head": [ ["A", "b", "c"] ]"#,
        #""head": [ ["A", 1] ]"#, #""head": [ ["A", "\n"] ]"#, #""head": [ ["", "b"] ]"#,
        #""chunks": [{ "text": "a", "times": "forever" }]"#, #""chunks": [{ "text": "a", "times": 0 }]"#,
        #""chunks": [{ "text": "a", "times": "forever", "every": "0s" }]"#, #""chunks": [{ "stall": 5 }]"#,
        #""chunks": [{ "text": "a", "times": "often", "every": "1s" }]"#,
        #""chunks": [{ "text": "a", "every": "1s" }]"#,
        #""chunks": [{ "text": "a", "delay": { "until": { "variables": { "go": true } } } }]"#,
        #""chunks": [{ "stall": "5s", "times": 2 }]"#, #""chunks": [{ "text": "a", "stall": "5s" }]"#,
        #""interim": [{ "status": 103, "times": 0 }]"#, #""interim": [{ "status": 103, "delay": 5 }]"#,
        #""status": "200""#, #""headers": { "A": { "hex": "00" } }"#, #""raw": { "hex": "0" }"#,
        #""raw": { "text": "a", "hex": "00" }"#,
        #""raw": {}"#, #""raw": { "text": 1 }"#, #""version": "2""#, #""version": 1.1"#,
        #""headers": { "A": { "latin1": "\u0100" } }"#, #""headers": { "A": { "latin1": "\n" } }"#,
        #""head": [], "trailers": {}"#, #""framing": "chunk""#,
        #""framing": "length", "trailers": { "A": "b" }"#, #""size": -1"#, #""file": "a/b""#, #""file": 1"#,
        #""chunks": []"#, #""chunks": [ {} ]"#, #""chunks": [ { "text": "" } ]"#,
        #""chunks": [ { "text": "a", "base64": "aGk=" } ]"#, #""chunks": [ { "text": "a", "delay": 5 } ]"#,
        #""interim": {}"#, #""interim": [ {} ]"#, #""interim": [ { "status": 200 } ]"#,
        #""interim": [ { "status": 101 } ]"#, #""result": 1"#, #""ranges": true"#, #""text": "a", "ranges": false"#,
        #""text": "a", "status": 201, "ranges": true"#, #""chunks": [ { "text": "a" } ], "ranges": true"#,
        #""text": "a", "head": [], "ranges": true"#,
    ]

    private static let calls =
        [
            #"{ "reply": { "result": 1, "json": 1 } }"#, #"{ "reply": { "data": 1 } }"#, #"{ "fail": "timeout" }"#,
            #"{ "fail": "jsonrpc/wrong" }"#, #"{ "fail": -32601.5 }"#, #"{ "fail": "-32601", "with": { "code": 1 } }"#,
            #"{ "fail": "missing-element" }"#, #"{ "fail": "jsonrpc/reordered" }"#, #"{ "fail": "http/early-reply" }"#,
            #"{ "fail": -32601, "reply": { "result": 1 } }"#,
        ].map { "{ \"system\": \"jsonrpc\", \"rules\": [ { \"steps\": [ \($0) ] } ] }" }
        + [
            #""batch": 1"#, #""batch": true, "rpc": "a""#, #""rpc": null"#, #""any": [ { "batch": true } ]"#,
            #""not": { "batch": true }"#, #""api": "a""#,
        ].map {
            "{ \"system\": \"jsonrpc\", \"rules\": [ { \"match\": { \($0) }, \"steps\": [ { \"reply\": {} } ] } ] }"
        }
}
