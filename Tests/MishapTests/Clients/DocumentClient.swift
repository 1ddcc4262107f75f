import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of a document store, whose errors are those that `UIDocument` hands to
/// `handleError(_:userInteractionPermitted:)`.
struct DocumentClient {
    let store: URL
    var session = URLSession.shared
    /// Whether documents are listed before their content is there, as with a file provider.
    var isCloud = false
    var largest = 1_000_000

    struct Document {
        let content: Data
        /// What to save it with, so that nothing is lost that others save meanwhile.
        let version: String?
        let type: String
    }

    enum Action { case open, save, delete, move, lock, share }

    /// Nil where it is still the version that the client has.
    func open(_ name: String, unless version: String? = nil, onlyIf current: String? = nil) async throws -> Document? {
        let fields = ["If-None-Match": version, "If-Match": current]
        let (content, response) = try await ask("GET", name, fields, for: .open)
        if response.statusCode == 304 { return nil }
        let type = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        if content.count > largest { throw Self.error(263) }
        if type.hasPrefix("text/html") { throw Self.error(259) }  // a page of somebody in between
        return Document(content: content, version: response.value(forHTTPHeaderField: "ETag"), type: type)
    }

    /// `version` is the one that is replaced; without one the document is new.
    func save(_ content: Data, as name: String, replacing version: String? = nil) async throws -> String? {
        let fields = version.map { ["If-Match": $0] } ?? ["If-None-Match": "*"]
        let (_, response) = try await ask("PUT", name, fields, content, for: .save)
        return response.value(forHTTPHeaderField: "ETag")
    }

    func delete(_ name: String) async throws { _ = try await ask("DELETE", name, for: .delete) }

    func move(_ name: String, to other: String) async throws {
        let destination = store.appending(path: other).absoluteString
        _ = try await ask("MOVE", name, ["Destination": destination, "Overwrite": "F"], for: .move)
    }

    func lock(_ name: String) async throws -> String? {
        let info = """
            <D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>\
            <D:locktype><D:write/></D:locktype></D:lockinfo>
            """
        let (_, response) = try await ask("LOCK", name, ["Depth": "0"], Data(info.utf8), for: .lock)
        return response.value(forHTTPHeaderField: "Lock-Token")
    }

    func share(_ name: String, with user: String) async throws {
        _ = try await ask("POST", name, ["Content-Type": "text/plain"], Data(user.utf8), for: .share)
    }

    // MARK: From HTTP to Cocoa

    private func ask(
        _ method: String, _ name: String, _ fields: [String: String?] = [:], _ body: Data? = nil, for action: Action
    ) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: store.appending(path: name), cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        for (field, value) in fields { request.setValue(value, forHTTPHeaderField: field) }
        request.httpBody = body
        let content: Data
        let answer: URLResponse
        do {
            (content, answer) = try await session.data(for: request)
        } catch let error as URLError {
            throw Self.error(code(error.code, action))
        } catch is CancellationError {
            throw Self.error(3072)
        }
        guard let response = answer as? HTTPURLResponse else { throw Self.error(action == .open ? 256 : 512) }
        switch code(response, action, isNew: fields["If-None-Match"] == "*") {
        case nil: return (content, response)
        // What cannot be had and is listed is somewhere else at present.
        case 260 where isCloud: throw Self.error(try await isListed(name) ? 4353 : 260)
        // Where the collection is there, what is in the way is the document.
        case 4 where response.statusCode == 409:
            throw Self.error(try await isListed((name as NSString).deletingLastPathComponent) ? 516 : 4)
        case let code?: throw Self.error(code)
        }
    }

    private func isListed(_ name: String) async throws -> Bool {
        var request = URLRequest(url: store.appending(path: name))
        request.httpMethod = "PROPFIND"
        request.setValue("0", forHTTPHeaderField: "Depth")
        let (_, response) = try await session.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode == 207
    }

    /// What kept the answer from coming, or from coming whole.
    private func code(_ code: URLError.Code, _ action: Action) -> Int {
        switch (code, action) {
        case (.cancelled, _), (.userCancelledAuthentication, _): 3072
        case (_, .share): 5120
        case (.cannotConnectToHost, _), (.timedOut, _): isCloud ? 4355 : action == .open ? 256 : 512
        case (.unsupportedURL, .open), (.badURL, .open): 262
        case (_, .open): 256
        default: 512
        }
    }

    /// What the answer means; nil where it is no failure.
    private func code(_ response: HTTPURLResponse, _ action: Action, isNew: Bool) -> Int? {
        let status = response.statusCode
        switch (status, action) {
        case (200..<300, _), (304, .open): return nil
        case (403, .share): return 5124
        case (409, .share), (422, .share): return 5122
        case (412, .share): return 5123
        case (507, .share): return 5121
        case (_, .share): return 5375
        case (400, .open): return 258
        case (400, _): return 514
        case (401, .open), (403, .open): return 257
        case (401, _), (403, _): return 513
        case (404, .open), (410, .open): return 260
        case (404, _), (410, _): return 4
        case (405, .open): return 256
        case (405, _): return Self.canOnlyBeRead(response) ? 642 : 3328
        case (409, .save): return response.value(forHTTPHeaderField: "ETag") == nil ? 4 : 5123
        case (412, .save): return isNew ? 516 : 5123
        case (412, .move), (409, .move): return 516
        case (412, .open): return 5123
        case (413, .open): return 263
        case (413, _), (507, _): return isCloud ? 4354 : 640
        case (415, .save): return 517
        case (423, _): return 255
        case (501, .save): return 518
        case (501, _): return 3328
        case (503, _) where isCloud: return 4355
        case (_, .open): return 256
        default: return 512
        }
    }

    /// Whether nothing that changes a document is allowed at all.
    private static func canOnlyBeRead(_ response: HTTPURLResponse) -> Bool {
        let methods = (response.value(forHTTPHeaderField: "Allow") ?? "").split(separator: ",")
        return !methods.contains { ["PUT", "DELETE", "MOVE"].contains($0.trimmingCharacters(in: .whitespaces)) }
    }

    private static func error(_ code: Int) -> CocoaError { CocoaError(CocoaError.Code(rawValue: code)) }
}

extension DocumentClient.Document {
    /// The text, in the encoding that it says.
    func text() throws -> String {
        let charset = type.components(separatedBy: "charset=").dropFirst().first?.lowercased() ?? "utf-8"
        let encodings: [String: String.Encoding] = [
            "utf-8": .utf8, "us-ascii": .ascii, "iso-8859-1": .isoLatin1, "utf-16": .utf16,
        ]
        guard let encoding = encodings[charset] else { throw CocoaError(CocoaError.Code(rawValue: 264)) }
        if let text = String(data: content, encoding: encoding) { return text }
        // What is no UTF-8 was hardly meant as anything else: it is damaged.
        throw CocoaError(CocoaError.Code(rawValue: encoding == .utf8 ? 259 : 261))
    }
}
