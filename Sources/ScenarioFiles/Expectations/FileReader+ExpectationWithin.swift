internal import JSONText
internal import Rules
internal import Wire

/// Reports judgements that `within` leaves no time for, and windows that are not shorter than it.
extension FileReader {
    func checkWithin(_ judgements: [ParsedJudgement], _ scope: Expectation.Scope) {
        guard let within = scope.within else { return }
        var fewest = 0
        for case (let member, .requests(let bounds, let per)) in judgements {
            fewest = bounds.atLeast ?? 0
            if let per, per >= within, let node = member.value["per"] {
                error(
                    node.range, "\"per\" is not shorter than \"within\"",
                    hint: "without \"per\" the bounds are those of all requests")
            }
        }
        for case (let member, .gap(let bounds)) in judgements {
            check(bounds, scope.after == nil ? fewest - 1 : fewest, member, within)
        }
    }

    /// `gaps` is how many there are at least.
    private func check(
        _ bounds: [Expectation.Bounds<Nanoseconds>], _ gaps: Int, _ member: JSONMember, _ within: Nanoseconds
    ) {
        let nodes = member.value.elements ?? [member.value]
        var left = within
        for (index, (bounds, node)) in zip(bounds, nodes).enumerated() {
            let least = bounds.atLeast ?? 0
            if least > within, let node = node["atLeast"] {
                error(node.range, "\"atLeast\" is longer than \"within\"")
                return
            }
            if least > left {
                error(
                    node.range, "\"within\" leaves no time for gap \(index + 1)",
                    hint: "the gaps before it have an \"atLeast\" too")
                return
            }
            left -= least
        }
        let last = bounds.last?.atLeast ?? 0
        let (more, isOver) = last.multipliedReportingOverflow(by: Nanoseconds(max(0, gaps - bounds.count)))
        guard isOver || more > left else { return }
        error(
            member.nameRange, "\"within\" leaves no time for \(gaps) gaps", hint: "\"requests\" asks for so many")
    }
}
