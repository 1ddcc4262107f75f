@testable import Rules
import Testing

/// What is derived of expressions for paths, by which the index finds their rules.
@Suite struct PathExpressionTests {
    private func shown(_ pattern: String) -> String {
        guard let template = PathExpression.template(Array(pattern.utf8)) else { return "any" }
        return template.segments.map { segment in
            switch segment {
            case .literal(let bytes): "/" + String(decoding: bytes, as: UTF8.self)
            case .one: "/*"
            case .rest: "/**"
            }
        }.joined()
    }

    @Test(arguments: [
        ("/v[12]/orders/[0-9]+", "/*/orders/*"), ("^/orders/\\d+$", "/orders/*"), ("/a/b", "/a/b"), ("/a/", "/a/"),
        ("/a\\.b\\-c/x", "/a.b-c/x"), ("\\/a\\/b", "any"), ("/a\\/b", "/a/b"), ("/thing17-[0-9]+/x", "/*/x"),
        ("/v(1|2)/orders", "/*/orders"), ("/v(?:1|2)/orders", "/*/orders"), ("/[^/]+/x", "/*/x"),
        ("/a/.*", "/a/**"), ("/a/.+/b", "/a/**"), ("/[^x]+/b", "any"), ("/a/[.-9]/b", "/a/**"),
        ("/a(/b)?/c", "any"), ("/a/?", "any"), ("/a/b/?", "/a/**"), ("/a/b*/c", "/a/**"), ("/a/b?/c", "/a/**"),
        ("/a/[0-9]*/c", "/a/**"), ("/a/[0-9]{2,3}/c", "/a/*/c"), ("/a/[0-9]{0,3}/c", "/a/**"),
        ("/a/[0-9]{,3}", "/a/**"),
        ("/a|/b", "any"), ("/a/.*|/b", "any"), ("(?i)/a/b", "any"), ("/a/(?i)b/c", "any"), ("/a/\\Qb|c\\E", "any"),
        ("/a/\\x2Fb", "/a/**"), ("/a/\\S+/b", "/a/**"), ("(*UTF)/a", "any"), ("a/b", "any"), ("", "any"), ("/", "/"),
        ("/a/(b|)/c", "/a/**"), ("/a/[]/]/c", "/a/**"), ("/a/[^]/]/c", "/a/*/c"), ("/a/[[:alpha:]]+/c", "any"),
        ("/a/100%/c", "/a/*/c"), ("/a//b", "/a//b"), ("/a/+b", "any"), ("/ä/b", "any"), ("/a/(?#x)b", "any"),
        ("/a/{x}/b", "any"), ("/a/x{/b", "/a/**"), ("/a/b\\", "/a/**"),
        // As PCRE2 reads them, each also matches what its first part says nothing of.
        ("/x/[[:digit:])]|/b", "any"), ("/x/[^[:space:])]+|/b", "any"), ("/x/[\\E])]|/b", "any"), ("/x/\\c[|/b", "any"),
        ("/x/\\E?y", "any"), ("/x/[\\.-9]y/z", "/x/**"), ("/a{1/b}/c", "any"), ("/a/b{1,2}/c", "/a/*/c"),
        ("/a/(b", "any"),
        ("/a/b)", "any"), ("/a/[\\-a-z]+/c", "/a/*/c"), ("/a/[a-z\\-]+/c", "/a/*/c"),
    ])
    func whatIsCertainOfAnExpression(pattern: String, template: String) { #expect(shown(pattern) == template) }
}
