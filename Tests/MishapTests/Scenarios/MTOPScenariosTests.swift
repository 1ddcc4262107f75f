import Catalogue
import Foundation
import TestSupport
import Testing

/// What the rows of MTOP's scenarios do not show: `MTOPRows` has the others.
@Suite(.descriptors) struct MTOPScenariosTests {
    private func ask(_ name: String, _ target: String = "/gw/mtop.item.get/1.0/", key: String = "ask") throws
        -> RawConnection.Received
    {
        try RunningGateway.shipped.get().ask("/@mtop/\(name)~\(key)\(target)")
    }

    @Test func whatIsNoEnvelopeComesInItsPlace() throws {
        let page = try ask("html-page")
        #expect(page.status == 200 && page.body.hasPrefix("<!DOCTYPE html>"))
        #expect(try ask("bad-gateway").status == 502)
        let empty = try ask("empty-body")
        #expect(empty.status == 200 && empty.body.isEmpty && !empty.text.contains("x-retcode"))
        let broken = try ask("broken-json")
        #expect(broken.status == 200 && broken.body.hasPrefix(#"{"api":"mtop.item.get","#))
        #expect(!broken.text.contains("x-retcode"))
        #expect((try? JSONSerialization.jsonObject(with: Data(broken.body.utf8))) == nil)
    }

    @Test func theConnectionEndsAsTheNetworkLibraryTells() throws {
        let closed = try ask("connection-closed")
        #expect(closed.bytes.isEmpty && closed.ending == .end)
        #expect(try ask("connection-closed").status == 200)
        let reset = try ask("connection-reset")
        #expect(reset.bytes.isEmpty && reset.ending == .reset)
        #expect(try ask("connection-reset").status == 200)
        #expect(try ask("long-connection-lost").ending == .reset)
        let gateway = try RunningGateway.shipped.get()
        let connection = try gateway.connect()
        connection.send(request("/@mtop/no-answer~ask/gw/mtop.item.get/1.0/"))
        try gateway.expectSilence(connection, "mtop--no-answer~ask")
    }

    @Test func anUploadIsResetInTheMiddle() throws {
        let connection = try RunningGateway.shipped.get().connect()
        let fields = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 100000"]
        connection.send(request("/@mtop/upload-reset~ask/gw/mtop.item.get/1.0/", fields, method: "POST"))
        connection.send("data=" + String(repeating: "x", count: 1000))
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.bytes.isEmpty && answer.ending == .reset)
    }

    @Test func aPageGetsAScript() throws {
        let first = try ask("jsonp", "/h5/mtop.item.get/1.0/?type=jsonp&callback=mtopjsonp1")
        #expect(first.text.contains("Content-Type: application/javascript\r\n"))
        #expect(
            first.body.hasPrefix(#"mtopjsonp1({"api":"mtop.item.get","data":{},"ret":["FAIL_SYS_ILLEGAL_REQUEST::"#))
        let second = try ask("jsonp", "/h5/mtop.item.get/1.0/?type=jsonp&callback=mtopjsonp2")
        #expect(
            second.body
                == #"mtopjsonp2({"api":"mtop.item.get","data":{"price":"12.50"},"ret":["SUCCESS::接口调用成功"],"v":"1.0"})"#)
    }

    /// By a clock that stands still: all of them are of one second, however long they take.
    @Test func theSixthRequestOfASecondIsOverTheLimit() throws {
        let gateway = try RunningGateway.shipped.get()
        let id = try gateway.askForSession(#"{ "scenario": "mtop/traffic-limit", "clock": "manual" }"#)
        let answers = try (0..<6).map { _ in try gateway.ask("/@\(id)/gw/mtop.item.get/1.0/") }
        let codes = answers.map { $0.text.contains("x-retcode: SUCCESS\r\n") }
        #expect(codes == [true, true, true, true, true, false])
        #expect(
            answers[5].text.contains("x-mapping-code: ES10016\r\n") && answers[5].text.contains("Retry-After: 1\r\n"))
    }

    @Test func theListIsAStringWhereTheScenarioSaysSo() throws {
        #expect(
            try ask("ret-as-text").body.contains(
                #""ret":"FAIL_SYS_SESSION_EXPIRED::Session过期","v""#))
        #expect(try ask("ret-as-text").body.contains(#","ret":"SUCCESS::接口调用成功","v":""#))
        #expect(
            try ask("ret-as-text", "/h5/mtop.item.get/1.0/?callback=f").body.wholeMatch(
                of: /f\(\{"api":"mtop.item.get","data":\{.*\},"ret":"SUCCESS::.*","v":"1.0"\}\)/) != nil)
    }

    @Test func aStrictGatewayTellsWhatIsWrongFirst() throws {
        #expect(try ask("strict", "/gw/mtop.order.query/2.0/").text.contains("x-retcode: SUCCESS\r\n"))
        #expect(try ask("strict").text.contains("x-retcode: FAIL_SYS_PROTOPARAM_MISSED\r\n"))
        #expect(
            try ask("strict", "/gw/mtop.item.get/1.0/?t=1&appKey=4272&sign=0&pv=6.3").text
                .contains("x-retcode: FAIL_SYS_REQUEST_EXPIRED\r\n"))
        let page = try ask("strict", "/h5/mtop.item.get/1.0/?t=\(Int(Date().timeIntervalSince1970))&appKey=4272&sign=0")
        #expect(
            page.text.contains("x-retcode: FAIL_SYS_TOKEN_EMPTY\r\n") && page.text.contains("Set-Cookie: _m_h5_tk="))
        #expect(try ask("strict", "/anything").text.contains("x-retcode: FAIL_SYS_PROTOPARAM_MISSED\r\n"))
    }

    @Test func aHealthyGatewayTellsTheTime() throws {
        let id = try RunningGateway.shipped.get().askForSession(#"{ "scenario": "mtop/healthy", "clock": "manual" }"#)
        #expect(
            try RunningGateway.shipped.get().ask("/@\(id)/rest/api3.do?api=mtop.common.getTimestamp").body.hasSuffix(
                #""data":{"t":"1893456000000"}}"#))
        #expect(try RunningGateway.shipped.get().ask("/@\(id)/gw/mtop.a/1.0/").body.contains(#""data":{"ok":true}"#))
    }

    // MARK: Without a scenario

    @Test func aFailureByItsNameEchoesTheCall() throws {
        let gateway = try RunningGateway.shipped.get()
        let answer = try gateway.ask("/__mishap/fail/mtop/FAIL_SYS_FLOWLIMIT/gw/mtop.x/2.0/")
        #expect(
            answer.body
                == #"{"api":"mtop.x","data":{},"ret":["FAIL_SYS_FLOWLIMIT::Per-machine concurrency limit of the gateway hit"],"v":"2.0"}"#
        )
        #expect(try gateway.ask("/__mishap/fail/mtop/-2154/gw/mtop.x/2.0/").ending == .reset)
        #expect(try gateway.ask("/__mishap/fail/mtop/420").status == 420)
        #expect(try gateway.ask("/__mishap/fail/mtop/-1900").status == 404)
        let connection = try gateway.connect()
        let form = "api=mtop.form&v=1.0&data=%7B%7D"
        let fields = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)"]
        connection.send(request("/__mishap/fail/mtop/FAIL_BIZ_X/rest", fields, method: "POST") + form)
        #expect(connection.receiveResponse().body.hasPrefix(#"{"api":"mtop.form","data":{},"ret":["FAIL_BIZ_X::"#))
    }
}
