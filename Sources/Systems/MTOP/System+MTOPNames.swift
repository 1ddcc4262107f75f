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
                + "\"system\": \"mtop\""),
        ForeignName("null-data data:null", other: "it is a success of MTOP: { \"reply\": { \"data\": null } }"),
    ]
}
