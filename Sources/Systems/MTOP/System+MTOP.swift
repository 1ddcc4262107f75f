internal import Catalogue

extension System {
    static let mtop = System(
        MTOPChapter(), dialect: MTOP(),
        families: [
            FailureFamily(
                pattern: MTOPChapter.unlistedPattern, member: MTOPChapter.unlistedMember, prefix: "mtop/",
                isOfNumbers: false)
        ],
        calls: [
            ("session-expired expired-session login-expired", ["mtop/FAIL_SYS_SESSION_EXPIRED"]),
            ("token-expired expired-token", ["mtop/FAIL_SYS_TOKEN_EXOIRED", "mtop/FAIL_SYS_SESSION_EXPIRED"]),
            ("rate-limit rate-limited throttled too-many-requests", ["mtop/FAIL_SYS_TRAFFIC_LIMIT"]),
        ],
        foreign: namesOfMTOP)
}
