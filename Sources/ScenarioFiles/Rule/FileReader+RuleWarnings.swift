internal import JSONText
internal import Rules

/// Warnings about rules that do something else than is probably meant, because of the rules above them.
extension FileReader {
    func warn(_ read: ParsedRule, isShadowedBy above: ParsedRule) {
        guard showsMoreErrors else { return }
        warning(
            read.range,
            "rule \"\(read.rule.name.shown)\" gets no request: "
                + "rule \"\(above.rule.name.shown)\" in line \(line(above.range)) answers all of them",
            hint: "the rule with the narrower match belongs above the other one")
    }

    func warn(ofLoneSpoilersIn above: ParsedRule, before read: ParsedRule) {
        guard showsMoreErrors else { return }
        for spoiler in above.loneSpoilers {
            warning(
                spoiler.range,
                "\"\(spoiler.name)\" changes a stock success here, "
                    + "and not what rule \"\(read.rule.name.shown)\" below answers",
                hint: "give it the \"reply\" that it changes, or \"pass\": true to change what is answered below")
        }
    }
}
