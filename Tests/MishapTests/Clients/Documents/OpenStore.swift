import Foundation
import Mishap
import Testing

/// A document store in which nothing is scripted, at a URL as a client is given it.
final class OpenStore: Sendable {
    /// How the URL says which session is meant.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        /// It does not: there is only one.
        case root
        /// By the prefix of its path, which is then in every `href` and `Destination` too.
        case prefix

        var testDescription: String { rawValue }
    }

    let gateway: RunningGateway
    /// What its paths begin with; with a final slash.
    let prefix: String
    let url: String
    /// Where its clients run.
    let folder: ClientFolder

    init(
        _ way: Way = .root, settings: String = "{}", _ configure: (inout GatewayConfiguration) -> Void = { _ in }
    ) throws {
        let scenario =
            #"{ "system": "documents", "settings": \#(settings) }"#
        gateway = try RunningGateway(["main": scenario], configure)
        prefix = way == .root ? "/" : "/@main/-/"
        url = gateway.url + prefix
        folder = try ClientFolder()
    }

    /// One request by curl, its target behind the prefix as it is sent; the status, and the body of the answer.
    @discardableResult
    func curl(_ method: String, _ target: String = "", _ arguments: String...) async throws -> Answer {
        try await curl(method, target, arguments)
    }

    struct Answer: CustomStringConvertible {
        var status: Int
        var head: String
        var body: String

        /// The value of a field.
        subscript(_ name: String) -> String? {
            let lines = head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            return lines.last.map { String($0.dropFirst(name.count + 2)) }
        }

        var description: String { head + body }
    }

    private func curl(_ method: String, _ target: String, _ arguments: [String]) async throws -> Answer {
        let files = ["--output", "answer.body", "--dump-header", "answer.head"]
        // It knows of GET and HEAD that they have no body, and that of HEAD only by its own option.
        let way = method == "HEAD" ? ["--head"] : ["--request", method]
        try folder.write("answer.body", "")
        let result = try await folder.run(
            "curl",
            ["--silent", "--globoff", "--path-as-is", "--max-time", "60"] + files + way + arguments + [url + target])
        try #require(result.code == 0, "curl ended with \(result.code)")
        let head = try folder.text("answer.head")
        let last = head.split(separator: "HTTP/1.1 ").last ?? ""
        return Answer(status: Int(last.prefix(3)) ?? 0, head: head, body: try folder.text("answer.body"))
    }

    /// What is in the store: the decoded paths of collections, with a final slash, and of documents. By PROPFIND at
    /// depth 1, collection by collection.
    func listing(_ collection: String = "") async throws -> [String] {
        let answer = try await curl("PROPFIND", collection, ["--header", "Depth: 1"])
        try #require(answer.status == 207, "\(answer)")
        let hrefs = answer.body.matches(of: /<D:response><D:href>([^<]*)<\/D:href>/).map { String($0.1) }
        var paths: [String] = []
        for href in hrefs where href != prefix + collection {
            try #require(href.hasPrefix(prefix), "\(href)")
            let target = String(href.dropFirst(prefix.count))
            paths.append(target.removingPercentEncoding ?? target)
            if target.hasSuffix("/") { paths += try await listing(target) }
        }
        return paths
    }
}
