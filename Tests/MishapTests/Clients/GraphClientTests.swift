import TestSupport
import Testing

/// What real clients of the Graph API ask first, of a scenario without a rule: facebook-sdk and facebook_business.
@Suite(.descriptors(10)) struct GraphClientTests {
    private func run(_ script: String) async throws -> String {
        let gateway = try RunningGateway(["main": #"{ "system": "graph", "rules": [] }"#])
        return try await PythonClient.run(script, [gateway.url])
    }

    @Test func facebookSDKFindsAUserWithoutPosts() async throws {
        let said = try await run(
            """
            import facebook
            facebook.FACEBOOK_GRAPH_URL = sys.argv[1] + '/'
            graph = facebook.GraphAPI('E', version='3.1')
            print(graph.get_version(), graph.get_object('me', fields='id,name'), graph.get_permissions('me'))
            print(graph.get_connections('me', 'friends'), list(graph.get_all_connections('me', 'feed')))
            print(graph.put_object('me', 'feed', message='Hello, world'), graph.search('place', center='1,2'))
            print(graph.get_app_access_token('12', 's')[:3], *sorted(graph.extend_access_token('12', 's')))
            print(*sorted(graph.get_access_token_from_code('c', 'u', '12', 's')))
            print(graph.debug_access_token('E', '12', 's')['data']['is_valid'])
            for call in (lambda: graph.put_like('4_5'), lambda: graph.delete_object('4_5'),
                    lambda: graph.get_objects(['4', '5'])):
                try: print(call())
                except facebook.GraphAPIError as error: print(error.code, error.type, error.message[:60])
            """)
        #expect(
            said == """
                3.1 {'id': '1', 'name': 'Ada Lovelace'} set()
                {'data': []} []
                {'id': '1'} {'data': []}
                12| access_token expires_in token_type
                access_token expires_in token_type
                True
                100 GraphMethodException Unsupported post request. Object with ID '4_5' does not exis
                100 GraphMethodException Unsupported delete request. Object with ID '4_5' does not ex
                803 OAuthException (#803) Some of the aliases you requested do not exist: 4,5

                """)
    }

    @Test func facebookBusinessFindsAnAccountWithoutCampaigns() async throws {
        let said = try await run(
            """
            from facebook_business.adobjects.adaccount import AdAccount
            from facebook_business.adobjects.user import User
            from facebook_business.api import FacebookAdsApi
            from facebook_business.exceptions import FacebookRequestError
            from facebook_business.session import FacebookSession
            FacebookSession.GRAPH = sys.argv[1]
            api = FacebookAdsApi.init('12', 's', 'E', crash_log=False)
            print(User('me').api_get(fields=['id', 'name']).export_all_data())
            print(list(User('me').get_ad_accounts(fields=['name'])))
            account = AdAccount('act_7')
            print(account.api_get(fields=['account_id', 'currency']).export_all_data())
            print(list(account.get_campaigns(fields=['name'])), list(account.get_insights(fields=['spend'])))
            print(account.create_campaign(params={
                'name': 'x', 'objective': 'OUTCOME_TRAFFIC', 'status': 'PAUSED', 'special_ad_categories': [],
            }).export_all_data())
            batch, said = api.new_batch(), []
            account.api_get(fields=['id'], batch=batch, success=lambda answer: said.append(answer.json()))
            User('4').api_get(batch=batch, failure=lambda answer: said.append(answer.error().api_error_subcode()))
            batch.execute()
            print(said)
            try: User('4').api_get()
            except FacebookRequestError as error:
                print(error.http_status(), error.api_error_code(), error.api_error_type(), error.api_transient_error())
            """)
        #expect(
            said == """
                {'id': '1', 'name': 'Ada Lovelace'}
                []
                {'id': 'act_7', 'account_id': '7'}
                [] []
                {'id': '1'}
                [{'account_id': '7', 'id': 'act_7'}, 33]
                400 100 GraphMethodException False

                """)
    }
}
