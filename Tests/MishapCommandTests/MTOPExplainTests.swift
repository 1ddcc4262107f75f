import Testing

/// What `mishap explain` says of MTOP, asked by what an app shows.
struct MTOPExplainTests {
    @Test(arguments: [
        ("200IES10003", "mtop/FAIL_SYS_SESSION_EXPIRED  an answer"),
        ("200AES10003", "mtop/FAIL_SYS_SESSION_EXPIRED  an answer"),
        ("IES10044", "mtop/FAIL_SYS_REQUEST_QUEUED  an answer"), ("-2004IEC10001", "mtop/IEC10001  an ending"),
        ("420IEC20000", "mtop/420  an answer"), ("419AEC20001", "mtop/419  an answer"),
        ("200IEC30001", "mtop/Wrong_Server_Response  "),
        ("200AEC30001", "mtop/ANDROID_SYS_JSONDATA_PARSE_ERROR  "), ("ES10011", "mtop/FAIL_SYS_ILEGEL_SIGN  "),
        ("-2032", "mtop/-2032  an ending"), ("IEC10000", "mtop/IEC10000  no server can cause it"),
        ("mtop/FAIL_BIZ_SOLD_OUT", "mtop/FAIL_BIZ_SOLD_OUT  an answer"),
        ("-2365", "mtop/-2365  no server can cause it"),
    ])
    func everythingIsFoundByWhatAnAppShows(asked: String, first: String) {
        let run = Run(["explain", asked])
        #expect(run.code == 0)
        #expect(run.output.hasPrefix(first), "\(run.output.prefix(200))")
    }

    @Test func itSaysWhatGoesOutAndHowToTryIt() {
        let said = Run(["explain", "ES10003"]).output
        #expect(said.contains("x-mapping-code: ES10003") && said.contains("200IES10003"))
        #expect(said.contains("/__mishap/fail/mtop/FAIL_SYS_SESSION_EXPIRED/gw/mtop.any.api/1.0/"))
        #expect(said.contains(#""system": "mtop""#))
    }
}
