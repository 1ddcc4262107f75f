import Catalogue
import TestSupport
import Testing

/// What the rows of Salesforce's scenarios do not show: `SalesforceRows` has the others.
@Suite(.descriptors(16)) struct SalesforceScenariosTests {
    @Test func theTokenIsRefreshedAndTheRequestSentAgain() throws {
        let (gateway, name) = (try RunningGateway.shipped.get(), "salesforce/expire-then-ok~rows")
        try ScenarioRow("salesforce/expire-then-ok", [SalesforceRows.query(SalesforceRows.expired)]).run(on: gateway)
        #expect(try status(name, "Bearer 00D000000000001!stale") == 401)
        let answer = try refresh(name)
        let place = "http://localhost/@\(name)"
        let body = try #require(
            answer.body.wholeMatch(
                of:
                    /\{"access_token":"(.*?)","signature":"[A-Za-z0-9+\/=]{44}","scope":"refresh_token api id","instance_url":"(.*?)","id":"(.*?)","token_type":"Bearer","issued_at":"1[0-9]{12}"\}/
            ), "\(answer)")
        #expect(body.1 == "00D000000000001!fresh")
        #expect(body.2 == place && body.3 == place + "/id/00D000000000001EAA/005000000000001AAA")
        #expect(answer.text.contains("\r\nCache-Control: no-cache, no-store\r\nPragma: no-cache\r\n"))
        #expect(try status(name, "Bearer 00D000000000001!fresh") == 200)
    }

    @Test func oneRefreshIsEnoughForManyRequests() throws {
        let name = "salesforce/burst-expire~rows"
        for _ in 0..<5 { #expect(try status(name, "Bearer 00D000000000001!stale") == 401) }
        let token = try #require(try refresh(name).body.firstMatch(of: /00D000000000001![0-9a-f]{40}/)?.output)
        for _ in 0..<5 { #expect(try status(name, "Bearer \(token)") == 200) }
        let second = try refresh(name)
        #expect(second.status == 400 && second.body.hasPrefix(#"{"error":"rate_limit_exceeded""#))
    }

    private func status(_ name: String, _ authorization: String) throws -> Int? {
        let target = "/@\(name)\(SalesforceRows.query)"
        return try RunningGateway.shipped.get().ask(target, "Authorization: \(authorization)").status
    }

    private func refresh(_ name: String) throws -> RawConnection.Received {
        let connection = try RunningGateway.shipped.get().connect()
        let form = "grant_type=refresh_token&refresh_token=r"
        let fields = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)"]
        connection.send(request("/@\(name)\(SalesforceRows.token)", fields, method: "POST") + form)
        return connection.receiveResponse()
    }

    @Test func theTourShowsEveryFailureOnce() throws {
        let gateway = try RunningGateway.shipped.get()
        func ask(_ target: String) throws -> String {
            let answer = try gateway.ask("/@salesforce/tour~rows" + target)
            return answer.status.map { "\($0)" } ?? "\(answer.ending)"
        }
        let api = try (0..<33).map { _ in try ask(SalesforceRows.query) }
        #expect(
            api.joined(separator: " ")
                == "401 400 400 400 400 400 400 403 403 404 404 405 400 300 304 409 410 412 414 415 420 428 431 500 502 "
                + "503 503 200 200 200 200 end reset")
        #expect(try ask(SalesforceRows.query) == "401")
        let listed = Reference.rows("salesforce").filter { $0.group == "token" && $0.code != "(any other)" }.map(\.code)
        let codes = try (0...listed.count).map { _ in
            let body = try gateway.ask("/@salesforce/tour~rows" + SalesforceRows.token, method: "POST").body
            return body.split(separator: "\"").dropFirst(3).first.map(String.init)
        }
        let sent = listed.map { $0 == "inactive_user" ? "invalid_grant" : $0 }
        #expect(codes.compactMap(\.self) == sent + ["server_error"])
    }
}
