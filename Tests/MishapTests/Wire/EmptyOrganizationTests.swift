import TestSupport
import Testing

/// What Salesforce answers where no rule does: an organization without records, which hands out IDs.
@Suite(.descriptors) struct EmptyOrganizationTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "empty": #"{ "system": "salesforce", "seed": 7, "rules": [] }"#,
            "other": #"{ "system": "salesforce", "seed": 8, "rules": [] }"#,
            "strict": #"""
            { "system": "salesforce", "settings": { "strict": true }, "variables": { "access_token": "T" }, "rules": [] }
            """#,
        ])
    }

    private func ask(
        _ method: String, _ resource: String, _ body: String = "", _ fields: [String] = [],
        session: String = "empty", version: String = "v62.0"
    ) throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let type = body.isEmpty ? [] : ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        let head = ["\(method) /@\(session)/services/data/\(version)\(resource) HTTP/1.1", "Host: a"] + type + fields
        connection.send((head + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse()
    }

    private func create(_ object: String, session: String) throws -> String {
        let created = try ask("POST", "/sobjects/\(object)", #"{"Name":"n"}"#, session: session)
        #expect(created.status == 201)
        let id = try #require(created.body.wholeMatch(of: /\{"id":"([0-9A-Za-z]{18})","success":true,"errors":\[\]\}/))
        #expect(
            created.text.contains("\r\nLocation: /@\(session)/services/data/v62.0/sobjects/\(object)/\(id.1)\r\n"),
            "\(created.text)")
        return String(id.1)
    }

    @Test(arguments: [
        ("/query?q=SELECT+Id+FROM+Account", #"{"totalSize":0,"done":true,"records":[]}"#),
        ("/queryAll/?q=a", #"{"totalSize":0,"done":true,"records":[]}"#),
        ("/search?q=FIND", #"{"searchRecords":[]}"#), ("/parameterizedSearch?q=a", #"{"searchRecords":[]}"#),
        ("/recent", "[]"),
        (
            "/tooling/query?q=a",
            #"{"size":0,"totalSize":0,"done":true,"queryLocator":null,"entityTypeName":null,"records":[]}"#
        ),
    ])
    func listsAreEmpty(resource: String, body: String) throws {
        let answer = try ask("GET", resource)
        #expect(answer.status == 200 && answer.body == body)
        #expect(answer.text.contains("\r\nSforce-Limit-Info: api-usage="))
    }

    @Test func anObjectIsDescribed() throws {
        let answer = try ask("GET", "/sobjects/Lead")
        #expect(answer.status == 200 && answer.body.hasPrefix(#"{"objectDescribe":{"name":"Lead","label":"Lead""#))
        #expect(answer.body.contains(#""keyPrefix":"00Q""#) && answer.body.hasSuffix(#","recentItems":[]}"#))
    }

    @Test func anIDThatWasHandedOutIsKnownAndOthersAreNot() throws {
        let (first, second) = (try create("Account", session: "empty"), try create("Account", session: "empty"))
        #expect(first != second && first.hasPrefix("001"))
        #expect(try create("Invoice__c", session: "empty").hasPrefix("a00"))
        for id in [first, second, String(first.prefix(15)), "001000000000001AAA"] {
            #expect(try ask("PATCH", "/sobjects/Account/" + id, "{}").status == 204, "\(id)")
            #expect(try ask("DELETE", "/sobjects/Account/" + id).status == 204)
            let read = try ask("GET", "/sobjects/Account/" + id)
            #expect(
                read.body
                    == #"{"attributes":{"type":"Account","url":"/services/data/v62.0/sobjects/Account/\#(id)"},"Id":"\#(id)"}"#
            )
        }
        let refused = #"[{"errorCode":"INVALID_CROSS_REFERENCE_KEY","message":"invalid cross reference id"}]"#
        var swapped = Array(first.utf8)
        swapped.swapAt(4, 16)
        // Of another object, never handed out, with a letter changed, and of another session.
        for (object, id) in [
            ("Contact", first), ("Account", "001A00000012345IAQ"),
            ("Account", String(decoding: swapped, as: UTF8.self)),
            ("Account", try create("Account", session: "other")),
        ] {
            for method in ["PATCH", "DELETE"] {
                let answer = try ask(method, "/sobjects/\(object)/\(id)", method == "PATCH" ? "{}" : "")
                #expect(answer.status == 404 && answer.body == refused, "\(object) \(id)")
            }
        }
    }

    /// What a client writes into a path is data, in a field too.
    @Test(arguments: ["Acc%0d%0aX-Evil:%201", "A%00b", "A%20b"]) func aNameIsEncodedInLocation(name: String) throws {
        for answer in [
            try ask("POST", "/sobjects/" + name, "{}"),
            try ask("POST", "/sobjects/" + name, "{}", ["Mishap-Fail: salesforce/201"]),
        ] {
            let encoded = name.replacing("%0d%0a", with: "%0D%0A").replacing(":", with: "%3A")
            #expect(answer.status == 201)
            #expect(
                answer.text.contains("\r\nLocation: /@empty/services/data/v62.0/sobjects/\(encoded)/"), "\(answer.text)"
            )
            #expect(!answer.text.contains("\r\nX-Evil") && !answer.bytes.contains(0))
        }
    }

    @Test func theLabelsOfVersionsAreThoseOfTheirReleases() throws {
        let versions = try ask("GET", "", version: "").body
        for (label, version) in [
            ("Summer '14", 31), ("Winter '15", 32), ("Spring '24", 60), ("Summer '24", 61), ("Winter '25", 62),
            ("Winter '27", 68),
        ] {
            #expect(
                versions.contains(
                    #"{"label":"\#(label)","url":"/services/data/v\#(version).0","version":"\#(version).0"}"#))
        }
    }

    @Test(arguments: [
        ("SELECT+IsSandbox+FROM+Organization+LIMIT+1", 1), ("select+a+from%0Aorganization", 1),
        ("SELECT+Id+FROM+OrganizationUnit__c", 0), ("SELECT+Id+FROM+A+WHERE+x%3D'from+organization'", 0),
    ])
    func onlyTheOrganizationItselfIsARecord(query: String, size: Int) throws {
        #expect(try ask("GET", "/query?q=" + query).body.hasPrefix(#"{"totalSize":\#(size),"#))
        let composite =
            #"{"batchRequests":[{"method":"GET","url":"v62.0/query?q=\#(query)"},{"method":"GET","url":"v62.0/query"}]}"#
        let batch = try ask("POST", "/composite/batch?q=from+organization", composite)
        #expect(batch.body.contains(#""results":[{"statusCode":200,"result":{"totalSize":\#(size),"#))
        #expect(batch.body.hasSuffix(#"{"statusCode":200,"result":{"totalSize":0,"done":true,"records":[]}}]}"#))
    }

    @Test func whatIsNoRecordIsNotTakenForOne() throws {
        for resource in ["/sobjects/Account/updated?start=a", "/sobjects/Account/describe/layouts"] {
            #expect(
                try ask("GET", resource).body
                    == #"[{"message":"The requested resource does not exist","errorCode":"NOT_FOUND"}]"#)
        }
        #expect(try ask("DELETE", "/parameterizedSearch").status == 405)
        // Only a subrequest of a composite can name the ID of another.
        #expect(try ask("GET", "/sobjects/Account/@%7Ba.id%7D").status == 404)
        let lower = try create("account", session: "empty")
        #expect(try ask("GET", "/sobjects/Account/" + lower).status == 200)
        #expect(
            try ask("POST", "/composite/sobjects", #"{"records":[{"Name":"b"}]}"#).body.contains(
                #""statusCode":"INVALID_TYPE","message":"sObject type '' is not supported.""#))
    }

    /// Whatever else is asked meanwhile, and whoever waits.
    @Test func onlyWhatIsHandedOutCounts() throws {
        let waits =
            #"{ "match": { "query": { "wait": "1" } }, "pass": true, "delay": { "until": { "variables": { "x": 1 } }, "atMost": "1ms" } }"#
        let gateway = try RunningGateway([
            "a": #"{ "system": "salesforce", "seed": 7, "variables": { "x": 0 }, "rules": [ \#(waits) ] }"#,
            "b": #"{ "system": "salesforce", "seed": 7, "rules": [] }"#,
        ])
        func ask(_ line: String) throws -> String {
            let connection = try RawConnection(port: gateway.port)
            connection.send("\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            return connection.receiveResponse().body
        }
        let path = "/services/data/v62.0/sobjects/Account"
        let first = try ask("POST /@a\(path)?wait=1")
        _ = try ask("GET /@a/services/data/v62.0/limits")
        let second = try ask("POST /@a\(path)")
        #expect(try [ask("POST /@b\(path)"), ask("POST /@b\(path)")] == [first, second])
        #expect(first != second)
    }

    @Test func theSameSeedHandsOutTheSameIDs() throws {
        let gateway = try RunningGateway(["a": #"{ "system": "salesforce", "seed": 7, "rules": [] }"#])
        let connection = try RawConnection(port: gateway.port)
        func create() -> String {
            connection.send(
                "POST /@a/services/data/v62.0/sobjects/Account HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}")
            return connection.receiveResponse().body
        }
        let first = [create(), create()]
        connection.send("POST /__mishap/sessions/a/reset HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        #expect(connection.receiveResponse().status == 204)
        #expect([create(), create()] == first && Set(first).count == 2)
    }

    @Test func whatIsNotThereSaysSo() throws {
        let missing = try ask("GET", "/sobjects/Account/001A00000012345IAQ")
        #expect(missing.status == 404 && missing.text.contains("\r\nSforce-Limit-Info: api-usage="))
        #expect(
            missing.body
                == #"[{"message":"Provided external ID field does not exist or is not accessible: 001A00000012345IAQ","errorCode":"NOT_FOUND"}]"#
        )
        #expect(try ask("GET", "/query/01g000000000001-2000").body.contains("INVALID_QUERY_LOCATOR"))
        let upsert = try ask("PATCH", "/sobjects/Account/Ext__c/7", "{}")
        #expect(upsert.status == 201 && upsert.body.hasSuffix(#","success":true,"errors":[],"created":true}"#))
        #expect(try ask("GET", "/sobjects/Account/Ext__c/7").status == 404)
        for (version, status) in [("v20.0", 410), ("v30.0", 410), ("v31.0", 200), ("v68.0", 200), ("v99.0", 404)] {
            #expect(try ask("GET", "/limits", version: version).status == status, "\(version)")
        }
        #expect(try ask("GET", "/limits", version: "v20.0").body.contains(#""errorCode":"GONE""#))
        #expect(try ask("GET", "/limits", version: "v99.0").body.contains(#""errorCode":"NOT_FOUND""#))
    }

    @Test func partsOfABatchAreAnsweredAsRequestsAre() throws {
        let batch = try ask(
            "POST", "/composite/batch",
            #"""
            {"batchRequests":[{"method":"GET","url":"v62.0/limits"},{"method":"GET","url":"v62.0/sobjects"},\#
            {"method":"GET","url":"v62.0/sobjects/Account/describe"},{"method":"GET","url":"v62.0/query?q=a"},\#
            {"method":"DELETE","url":"v62.0/sobjects/Account/001A00000012345IAQ"},{"method":"GET","url":"v99.0/limits"}]}
            """#)
        #expect(batch.body.hasPrefix(#"{"hasErrors":true,"results":[{"statusCode":200,"result":{"DailyApiRequests":"#))
        #expect(batch.body.contains(#"{"statusCode":200,"result":{"encoding":"UTF-8""#))
        #expect(batch.body.contains(#"{"statusCode":200,"result":{"name":"Account""#))
        #expect(batch.body.contains(#"{"statusCode":200,"result":{"totalSize":0,"done":true,"records":[]}}"#))
        #expect(
            batch.body.contains(
                #"{"statusCode":404,"result":[{"errorCode":"INVALID_CROSS_REFERENCE_KEY","message":"invalid cross reference id"}]}"#
            ))
        #expect(
            batch.body.hasSuffix(
                #"{"statusCode":404,"result":[{"message":"The requested resource does not exist","errorCode":"NOT_FOUND"}]}]}"#
            ))
        let composite = try ask(
            "POST", "/composite",
            #"""
            {"compositeRequest":[{"method":"POST","url":"/services/data/v62.0/sobjects/Account","referenceId":"a","body":{}},\#
            {"method":"PATCH","url":"/services/data/v62.0/sobjects/Account/@{a.id}","referenceId":"b","body":{}},\#
            {"method":"POST","url":"/services/data/v62.0/composite/sobjects","referenceId":"c","body":\#
            {"records":[{"attributes":{"type":"Lead"}}]}}]}
            """#)
        let wanted =
            /\{"compositeResponse":\[\{"body":\{"id":"(001\w{15})","success":true,"errors":\[\]\},"httpHeaders":\{"Location":"\/services\/data\/v62.0\/sobjects\/Account\/\w{18}"\},"httpStatusCode":201,"referenceId":"a"\},\{"body":null,"httpHeaders":\{\},"httpStatusCode":204,"referenceId":"b"\},\{"body":\[\{"id":"00Q\w{15}","success":true,"errors":\[\]\}\],"httpHeaders":\{\},"httpStatusCode":200,"referenceId":"c"\}\]\}/
        #expect(composite.body.wholeMatch(of: wanted) != nil, "\(composite.body)")
    }

    @Test func recordsOfACollectionGetIDsToo() throws {
        let created = try ask(
            "POST", "/composite/sobjects",
            #"{"records":[{"attributes":{"type":"Contact"}},{"attributes":{"type":"Contact"}}]}"#)
        let match = try #require(
            created.body.wholeMatch(
                of:
                    /\[\{"id":"(003\w{15})","success":true,"errors":\[\]\},\{"id":"(003\w{15})","success":true,"errors":\[\]\}\]/
            ))
        #expect(match.1 != match.2)
        let deleted = try ask("DELETE", "/composite/sobjects?ids=\(match.1),003A00000012345IAQ")
        #expect(
            deleted.body
                == #"[{"id":"\#(match.1)","success":true,"errors":[]},{"success":false,"errors":[{"statusCode":"INVALID_CROSS_REFERENCE_KEY","message":"invalid cross reference id","fields":[]}]}]"#
        )
    }

    @Test func withStrictOnlyTheTokenIsMissing() throws {
        #expect(try ask("GET", "/query?q=a", session: "strict").status == 401)
        #expect(try ask("GET", "/query?q=a", "", ["Authorization: Bearer T"], session: "strict").status == 200)
    }

    // MARK: SDKs

    /// Both say https whatever they are told: what they send goes to the gateway.
    private static let begin = """
        import requests.adapters, sys
        send = requests.adapters.HTTPAdapter.send
        def local(self, request, **rest):
            request.url = sys.argv[1] + '/' + request.url.split('/', 3)[3]
            return send(self, request, **{**rest, 'timeout': 60, 'verify': True})
        requests.adapters.HTTPAdapter.send = local

        """

    private func run(_ script: String) async throws -> String {
        try await PythonClient.run(Self.begin + script, ["http://127.0.0.1:\(Self.gateway.get().port)/@empty"])
    }

    @Test func simpleSalesforceWorksAgainstIt() async throws {
        let said = try await run(
            """
            from simple_salesforce import Salesforce
            from simple_salesforce.exceptions import SalesforceResourceNotFound
            sf = Salesforce(instance='example.my.salesforce.com', session_id='x', version='59.0')
            print(sf.query('SELECT Id FROM Account')['totalSize'], len(sf.query_all('SELECT Id FROM Lead')['records']))
            print(sf.search('FIND {a}'), sf.limits()['DailyApiRequests']['Max'], sf.toolingexecute('query?q=a')['size'])
            print(sf.is_sandbox(), len(sf.describe()['sobjects']))
            made = sf.Account.create({'Name': 'n'})
            print(made['success'], len(made['id']), sf.Account.get(made['id'])['Id'] == made['id'])
            print(sf.Account.update(made['id'], {'Name': 'm'}), sf.Account.delete(made['id']))
            print(sf.Account.upsert('Ext__c/7', {'Name': 'n'}), sf.Account.metadata()['recentItems'])
            try:
                sf.Account.delete('001A00000012345IAQ')
            except SalesforceResourceNotFound as error:
                print(error.content[0]['errorCode'])
            """)
        #expect(
            said == """
                0 0
                OrderedDict([('searchRecords', [])]) 100000 0
                False 3
                True 18 True
                204 204
                201 []
                INVALID_CROSS_REFERENCE_KEY

                """)
    }

    @Test func salesforcePyWorksAgainstIt() async throws {
        let said = try await run(
            """
            import SalesforcePy
            client = SalesforcePy.client('ada@example.com', 'secret', client_id='id', client_secret='secret')
            # Its own login wants an instance_url that begins with https.
            client.session_id = 'x'
            client.set_instance_url('https://example.my.salesforce.com')
            client.set_api_version()
            print(client.client_kwargs['version'])
            print(client.query('SELECT Id FROM Account')[0]['totalSize'], client.search('FIND {a}')[0])
            made = client.sobjects(object_type='Account').insert({'Name': 'n'})[0]
            known = client.sobjects(object_type='Account', id=made['id'])
            print(made['success'], known.query()[0]['Id'] == made['id'])
            print(known.update({'Name': 'm'})[1].status, known.delete()[1].status)
            print(client.sobjects(object_type='Account').describe()[0]['name'], client.logout()[1].status)
            """)
        #expect(
            said == """
                68.0
                0 {'searchRecords': []}
                True True
                204 204
                Account 200

                """)
    }
}
