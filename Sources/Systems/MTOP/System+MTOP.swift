internal import Catalogue

extension System {
    static let mtop = System(
        MTOPChapter(), dialect: MTOP(),
        families: [
            FailureFamily(
                pattern: MTOPChapter.unlistedPattern, member: MTOPChapter.unlistedMember, prefix: "mtop/",
                isOfNumbers: false)
        ])
}
