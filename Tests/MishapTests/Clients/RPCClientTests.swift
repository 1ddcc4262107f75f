import TestSupport
import Testing

/// What real clients of XML-RPC and JSON-RPC ask first, of systems without a rule, or with one failure: Python's
/// xmlrpc.client and python-bugzilla, jsonrpclib-pelix and python-bitcoinrpc.
@Suite(.descriptors) struct RPCClientTests {
    private static func core(_ statuses: String) -> String {
        #"""
        { "system": "jsonrpc", "settings": { "statuses": "\#(statuses)" }, "rules": [
            { "match": { "rpc": "getblockcount" }, "steps": [ { "fail": -28 }, { "reply": { "result": 840000 } } ] },
            { "match": { "rpc": "getblockhash", "json": { "/params/0": 1 } }, "reply": { "result": "00ff" } } ] }
        """#
    }

    private static let gateway = SharedGateway {
        try RunningGateway([
            "xml": #"{ "system": "xmlrpc", "rules": [] }"#,
            "bugzilla": #"""
            { "system": "xmlrpc", "rules": [
                { "match": { "rpc": "Bugzilla.version" }, "reply": { "result": { "version": "5.0.4" } } },
                { "match": { "rpc": "User.get" }, "fail": "login-required" },
                { "match": { "rpc": "Bug.get" }, "fail": "expired-token" } ] }
            """#,
            // It takes nothing but a 200.
            "json": #"{ "system": "jsonrpc", "settings": { "notificationStatus": 200 }, "rules": [] }"#,
            "core-28": core("bitcoind"), "core-27": core("bitcoind-27"),
        ])
    }

    private func run(_ script: String) async throws -> String {
        try await PythonClient.run("port = sys.argv[1]\n" + script, ["\(Self.gateway.get().port)"])
    }

    @Test func pythonsServerProxyFindsOutWhatThereIs() async throws {
        let said = try await run(
            """
            import xmlrpc.client
            server = xmlrpc.client.ServerProxy('http://127.0.0.1:' + port + '/@xml/RPC2')
            print(server.system.listMethods())
            print(server.system.methodSignature('system.methodHelp'), server.system.methodHelp('system.listMethods'))
            print(sorted(server.system.getCapabilities()))
            for call in (lambda: server.demo.sayHello(), lambda: server.system.methodHelp('nope')):
                try: print(call())
                except xmlrpc.client.Fault as fault: print(fault.faultCode, fault.faultString)
            calls = xmlrpc.client.MultiCall(server)
            calls.system.methodSignature('system.listMethods'); calls.nope()
            results = calls()
            print(results[0])
            try: print(results[1])
            except xmlrpc.client.Fault as fault: print(fault.faultCode)
            """)
        #expect(
            said == """
                ['system.getCapabilities', 'system.listMethods', 'system.methodHelp', 'system.methodSignature', 'system.multicall']
                [['string', 'string']] Lists the names of all methods.
                ['faults_interop', 'introspection', 'system.multicall', 'xmlrpc']
                -32601 server error. requested method demo.sayHello does not exist.
                -32601 server error. requested method nope does not exist.
                [['array']]
                -32601

                """)
    }

    @Test func pythonBugzillaSeesItsServersFaults() async throws {
        let said = try await run(
            """
            import bugzilla, xmlrpc.client
            server = bugzilla.Bugzilla('http://127.0.0.1:' + port + '/@bugzilla/xmlrpc.cgi', force_xmlrpc=True,
                use_creds=False)
            print(server.bz_ver_major, server.bz_ver_minor)
            for call in (lambda: server.getuser('ada'), lambda: server.getbug(7)):
                try: print(call())
                except xmlrpc.client.Fault as fault: print(fault.faultCode, fault.faultString)
            """)
        #expect(
            said == """
                5 0
                410 You must log in before using this part of Gentoo's Bugzilla.
                32000 The cookies or token provide were not valid or have expired. You may login again to get new cookies or a new token.

                """)
    }

    @Test func jsonrpclibAsksInEachVersion() async throws {
        let said = try await run(
            """
            import jsonrpclib
            from jsonrpclib.config import Config
            for version in (2.0, 1.0):
                server = jsonrpclib.ServerProxy('http://127.0.0.1:' + port + '/@json/rpc', config=Config(version=version))
                try: print(server.add(1, 2))
                except jsonrpclib.ProtocolError as error: print(error.args[0])
            server = jsonrpclib.ServerProxy('http://127.0.0.1:' + port + '/@json/rpc')
            print(server._notify.ping())
            batch = jsonrpclib.MultiCall(server)
            batch.a(); batch.b()
            for number in range(2):
                try: print(batch()[number])
                except jsonrpclib.ProtocolError as error: print(error.args[0])
                batch.a(); batch.b()
            """)
        #expect(
            said == """
                (-32601, 'Method not found')
                (-32601, 'Method not found')
                None
                (-32601, 'Method not found')
                (-32601, 'Method not found')

                """)
    }

    /// It says `"version": "1.1"`, which bitcoind answers in its own form, but 2.0 in a batch: it does not understand the
    /// answer of Core 28 to that.
    @Test(arguments: [("core-27", "[840000, '00ff']"), ("core-28", "KeyError 'error'")])
    func bitcoinrpcWaitsForANodeThatStarts(scenario: String, batch: String) async throws {
        let said = try await run(
            """
            from bitcoinrpc.authproxy import AuthServiceProxy, JSONRPCException
            node = AuthServiceProxy('http://user:password@127.0.0.1:' + port + '/@\(scenario)/')
            for call in (node.getblockcount, node.getblockcount, lambda: node.getblockhash(1), node.nope):
                try: print(call())
                except JSONRPCException as error: print(error.code, error.message)
            try: print(node.batch_([['getblockcount'], ['getblockhash', 1]]))
            except KeyError as error: print('KeyError', error)
            """)
        #expect(
            said == """
                -28 Loading block index…
                840000
                00ff
                -32601 Method not found
                \(batch)

                """)
    }
}
