import Testing

/// What real clients make of Salesforce's failures: simple-salesforce, and a client on `requests` that refreshes its
/// token as the Mobile SDK does.
@Suite(.descriptors(10)) struct SalesforceClientsTests {
    /// simple-salesforce says https whatever it is told: an adapter sends it on to the gateway.
    private static let begin = """
        import json, requests, sys, threading
        from requests.adapters import HTTPAdapter
        from simple_salesforce import Salesforce
        from simple_salesforce.exceptions import *
        gateway = sys.argv[1]
        class Local(HTTPAdapter):
            def __init__(self, scenario):
                super().__init__()
                self.scenario = scenario
            def send(self, request, **rest):
                request.url = gateway + '/@' + self.scenario + '/' + request.url.split('/', 3)[3]
                return super().send(request, **{**rest, 'timeout': 60})
        def client(scenario, token='00D000000000001!stale'):
            session = requests.Session()
            session.mount('https://', Local(scenario))
            return Salesforce(instance='example.my.salesforce.com', session_id=token, version='62.0', session=session)
        def report(name, act):
            try:
                print(name, act())
            except SalesforceError as error:
                content = error.content
                code = content[0].get('errorCode') if isinstance(content, list) and isinstance(content[0], dict) else type(content).__name__
                print(name, type(error).__name__, error.status, code)
            except Exception as error:
                print(name, type(error).__name__)

        """

    private func run(_ script: String) async throws -> String {
        try await PythonClient.run(Self.begin + script, [RunningGateway.shipped.get().url])
    }

    @Test func simpleSalesforceRaisesWhatBelongsToTheStatus() async throws {
        let script = """
            for name in ['expire-twice', 'malformed-query', 'not-found', 'deleted-record', 'not-permitted', 'request-limit',
                         'several-records', 'conflict', 'retired-version', 'no-route', 'maintenance',
                         'load-html', 'load-truncated']:
                report(name, lambda: client('salesforce/' + name + '~python').query('SELECT Id FROM Account')['totalSize'])
            report('method-not-allowed', lambda: client('salesforce/method-not-allowed~python').Account.delete('001000000000001AAA'))
            report('row-locked', lambda: client('salesforce/row-locked~python').Account.update('001000000000001AAA', {'Name': 'A'}))
            sf = client('salesforce/limit-info~python')
            sf.query('SELECT Id FROM Account')
            print('usage', sf.api_usage['api-usage'].used, sf.api_usage['api-usage'].total)
            """
        let said = try await run(script)
        #expect(
            said == """
                expire-twice SalesforceExpiredSession 401 INVALID_SESSION_ID
                malformed-query SalesforceMalformedRequest 400 MALFORMED_QUERY
                not-found SalesforceResourceNotFound 404 NOT_FOUND
                deleted-record SalesforceResourceNotFound 404 ENTITY_IS_DELETED
                not-permitted SalesforceRefusedRequest 403 INSUFFICIENT_ACCESS
                request-limit SalesforceRefusedRequest 403 REQUEST_LIMIT_EXCEEDED
                several-records SalesforceMoreThanOneRecord 300 list
                conflict SalesforceGeneralError 409 UNKNOWN_EXCEPTION
                retired-version SalesforceGeneralError 410 GONE
                no-route SalesforceGeneralError 420 str
                maintenance SalesforceGeneralError 503 ORG_IN_MAINTENANCE
                load-html JSONDecodeError
                load-truncated JSONDecodeError
                method-not-allowed SalesforceGeneralError 405 METHOD_NOT_ALLOWED
                row-locked SalesforceMalformedRequest 400 UNABLE_TO_LOCK_ROW
                usage 99998 100000

                """)
    }

    @Test func simpleSalesforceReadsWhatBecameOfSeveralRecords() async throws {
        let script = """
            def records(name, all):
                body = {'allOrNone': all, 'records': [{'attributes': {'type': 'Account'}, 'Name': n} for n in 'abc']}
                results = client('salesforce/' + name + '~python').restful('composite/sobjects', method='POST', json=body)
                return [r['success'] or r['errors'][0]['statusCode'] for r in results]
            report('partly', lambda: records('records-partly', False))
            report('rolled back', lambda: records('records-rolled-back', True))
            def composite():
                calls = [{'method': 'POST', 'url': '/services/data/v62.0/sobjects/' + o, 'referenceId': o, 'body': {}}
                         for o in ['Account', 'Contact']]
                body = {'allOrNone': True, 'compositeRequest': calls}
                results = client('salesforce/composite-halted~python').restful('composite', method='POST', json=body)
                return [(r['referenceId'], r['httpStatusCode'], r['body'][0]['errorCode']) for r in results['compositeResponse']]
            report('composite', composite)
            report('whole', lambda: client('salesforce/batch-refused~python').restful('composite/batch', method='POST',
                json={'batchRequests': [{'method': 'GET', 'url': 'v62.0/limits'}]}))
            """
        let said = try await run(script)
        #expect(
            said == """
                partly [True, 'DUPLICATE_VALUE', True]
                rolled back ['STRING_TOO_LONG', 'ALL_OR_NONE_OPERATION_ROLLED_BACK', 'ALL_OR_NONE_OPERATION_ROLLED_BACK']
                composite [('Account', 400, 'PROCESSING_HALTED'), ('Contact', 400, 'REQUIRED_FIELD_MISSING')]
                whole SalesforceExpiredSession 401 INVALID_SESSION_ID

                """)
    }

    @Test func simpleSalesforceFailsToLogInWithTheErrorOfTheTokenEndpoint() async throws {
        let script = """
            from simple_salesforce.login import token_login
            def login(scenario):
                return token_login(gateway + '/@' + scenario + '/services/oauth2/token', {'grant_type': 'refresh_token'},
                    'test', 'key', None, None, requests.Session())
            for name in ['expire-refresh-revoked', 'expire-inactive-user', 'refresh-unknown-error', 'expire-refresh-html']:
                try:
                    print(name, *login('salesforce/' + name + '~login'))
                except SalesforceAuthenticationFailed as error:
                    print(name, 'SalesforceAuthenticationFailed', error.code)
                except Exception as error:
                    print(name, type(error).__name__)
            token, host = login('salesforce/expire-then-ok~login')
            print(token, host.split(':')[0])
            """
        let said = try await run(script)
        #expect(
            said == """
                expire-refresh-revoked SalesforceAuthenticationFailed invalid_grant
                expire-inactive-user SalesforceAuthenticationFailed invalid_grant
                refresh-unknown-error SalesforceAuthenticationFailed temporarily_unavailable
                expire-refresh-html SalesforceAuthenticationFailed 200
                00D000000000001!fresh 127.0.0.1

                """)
    }

    /// As the SDK's flow is written down: parallel 401s share a refresh, each request is sent again once, an error of the
    /// refresh is that of all of them.
    @Test func aClientThatRefreshesMeetsEachEnding() async throws {
        let script = """
            class Client:
                def __init__(self, scenario):
                    self.base = gateway + '/@salesforce/' + scenario + '~flow'
                    self.token, self.lock, self.refreshes = 'stale', threading.Lock(), 0
                    self.timeout = 4 if scenario == 'silent' else 60
                    self.refresh_timeout = 4 if 'silent' in scenario else 60
                def send(self):
                    return requests.get(self.base + '/services/data/v62.0/limits', timeout=self.timeout,
                        headers={'Authorization': 'Bearer ' + self.token})
                def refresh(self, used):
                    with self.lock:
                        if self.token != used: return
                        self.refreshes += 1
                        answer = requests.post(self.base + '/services/oauth2/token', timeout=self.refresh_timeout,
                            data={'grant_type': 'refresh_token', 'refresh_token': 'r'}).json()
                        if 'error' in answer: raise RuntimeError(answer['error'])
                        self.token = answer['access_token']
                def ask(self):
                    used = self.token
                    answer = self.send()
                    if answer.status_code != 401: return answer.status_code
                    self.refresh(used)
                    return self.send().status_code
            def outcome(client):
                try:
                    return client.ask()
                except RuntimeError as error:
                    return str(error)
                except Exception as error:
                    return type(error).__name__
            for name in ['expire-then-ok', 'expire-twice', 'expire-refresh-revoked', 'expire-inactive-user',
                         'expire-refresh-html', 'expire-refresh-rst', 'expire-refresh-silent', 'token-error-http200',
                         'load-204', 'silent']:
                client = Client(name)
                print(name, outcome(client), client.refreshes)
            client, outcomes = Client('burst-expire'), []
            threads = [threading.Thread(target=lambda: outcomes.append(outcome(client))) for _ in range(12)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            print('burst-expire', outcomes, client.refreshes)
            """
        let said = try await run(script)
        #expect(
            said == """
                expire-then-ok 200 1
                expire-twice 401 1
                expire-refresh-revoked invalid_grant 1
                expire-inactive-user invalid_grant 1
                expire-refresh-html JSONDecodeError 1
                expire-refresh-rst ConnectionError 1
                expire-refresh-silent ReadTimeout 1
                token-error-http200 invalid_grant 1
                load-204 204 0
                silent ReadTimeout 0
                burst-expire [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] 1

                """)
    }
}
