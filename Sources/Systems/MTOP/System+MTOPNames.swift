internal import Catalogue

extension System {
    /// Names in the documents of MTOP that are no failures by themselves.
    static let namesOfMTOP: [ForeignName] = [
        ForeignName("FAIL_BIZ", "mtop/business"),
        ForeignName(
            "subCode subMsg",
            other: "it is a member of the MTOP SDK's error, and no field of an answer is documented that fills it"),
        ForeignName(
            "SUCCESS",
            other: "it is the code of MTOP's successes: { \"reply\": { \"data\": { } } } in a scenario with "
                + "\"system\": \"mtop\"; its text is 接口调用成功, with \"success\": \"call\" in \"settings\" 调用成功, and "
                + "both were captured"),
        ForeignName(
            "mappingCode x-mapping-code",
            other:
                "it is the code that clients show for an error of MTOP: \"mishap catalogue mtop\" lists each, and the "
                + "gateway sends it in the field x-mapping-code"),
        ForeignName(
            "httpResponseCode",
            other: "the MTOP SDK's error has the status of the answer there, as of mtop/419 and mtop/420"),
        ForeignName(
            "msg error.msg", other: "the MTOP SDK's error has there what the user is shown: it goes by the mapping code"
        ),
        ForeignName(
            "error.subCode error.subMsg",
            other: "it is a member of the MTOP SDK's error, and no field of an answer is documented that fills it"),
        ForeignName(
            "isSucceed",
            other: "the MTOP SDK says so of an answer whose ret is SUCCESS; every code of mtop makes it false"),
        ForeignName(
            "isFromCache isCacheExpired",
            other: "the MTOP SDK answers from its own cache: no server can cause it, and none sees the request"),
        ForeignName(
            "FAIL_SYS_XXX FAIL_SYS_",
            other:
                "it stands for any code that the gateway makes itself: \"mishap catalogue mtop\" lists them; one that "
                + "clients do not know is shown with ES00000"),
        ForeignName(
            "ES1xxxx ES1XXXX",
            other: "it stands for the mapping codes of errors that MTOP finds itself, such as ES10000 of "
                + "FAIL_SYS_API_STOP_SERVICE: \"mishap catalogue mtop\" lists them"),
        ForeignName(
            "EC_CONNECT_FAILE",
            other:
                "it is EC_CONNECT_FAILED, misspelt: the network library's numbers of that kind, such as mtop/-2037 and "
                + "mtop/-3860"),
        ForeignName(
            "NSNull NSNULL",
            other: "a JSON null arrives so: { \"reply\": { \"data\": { \"price\": null } } } in a scenario with "
                + "\"system\": \"mtop\""),
        ForeignName("网络竟然崩溃了 网络竟然奔溃了", "mtop/IEC10001", "mtop/IEC10000", "mtop/FAIL_ACCS"),
        ForeignName("服务竟然出错了", "mtop/Wrong_Server_Response", "mtop/FAIL_SYS_SERVICE_TIMEOUT"),
        ForeignName("前方拥堵,亲稍候再试 前方拥挤,亲稍等再试试 前方拥堵，亲稍候再试 前方拥挤，亲稍等再试试", "mtop/420", "mtop/419"),
        ForeignName("null-data data:null", other: "it is a success of MTOP: { \"reply\": { \"data\": null } }"),
    ]
}
