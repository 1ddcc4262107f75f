import Foundation
import Mishap
import TestSupport
import Testing

/// Files by the name that a request makes, over the wire.
@Suite(.descriptors) struct FileNameTests {
    @Test func aRequestNamesItsFile() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-files-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "files/users/deep"), withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try write("files/users/7.json", #"{"id":7}"#)
        try write("files/users/deep/8.json", "8")
        try write("files/page.html", "<p>{{request.query.name}} {{json request.query.name}}</p>")
        try write("secret.txt", "secret")
        try write(
            "main.json",
            #"""
            { "rules": [
              { "match": { "path": "/users/**" }, "reply": { "file": "files/users/{{request.query.id}}.json", "ranges": true } },
              { "match": { "path": "/any/**" }, "reply": { "file": "files/{{request.query.name}}" } },
              { "match": { "path": "/page" }, "reply": { "file": "files/page.html", "template": true } } ] }
            """#)
        let gateway = try RunningGateway(loading: [folder.path()])
        let seven = try gateway.ask("/users/x?id=7")
        #expect(seven.body == #"{"id":7}"# && seven.text.contains("Content-Type: application/json"))
        #expect(try gateway.ask("/users/x?id=deep/8").body == "8")
        #expect(try gateway.ask("/any/x?name=page.html").text.contains("Content-Type: text/html"))
        for id in ["9", "../../secret", "../users/7", "", "deep", "%00", "deep//8", "./7"] {
            let answer = try gateway.ask("/users/x?id=\(id)")
            #expect(answer.status == 500 && answer.text.contains("application/problem+json"), "\(id)")
            #expect(!answer.text.contains("secret"))
        }
        #expect(
            try gateway.journal(ended: 4).entries[3].notes?.contains(
                "there is no file of the name that the placeholders of \"file\" made: a 500 in its place") == true)
        #expect(try gateway.ask("/any/x?name=../secret.txt").status == 500)
        #expect(try gateway.ask("/page?name=Ada").body == #"<p>Ada "Ada"</p>"#)
    }
}
