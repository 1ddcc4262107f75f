import Testing

/// Names of files with placeholders, and files whose content has some.
@Suite struct FileNameTests {
    private static let files = [
        "files/users/7.json": #"{"id":7}"#, "files/users/8.json": #"{"id":8}"#, "files/users/deep/9.json": "9",
        "files/t.txt": "hello {{request.query.name}}, {{{{ {{hit}}", "files/bad.txt": "a {{nothing}}",
        "beside.txt": "x",
        "files/users/t.json": #"{"q":{{json request.query.q}}}"#,
    ]

    private func messages(_ reply: String) -> [String] {
        stepMessages("{ \"reply\": { \(reply) } }", files: Self.files)
    }

    @Test(arguments: [
        (
            #""file": "{{request.path[0]}}.json""#,
            #"a file whose name has placeholders lies below a folder called "files"; it is such as "files/{{request.path.id}}.json""#
        ),
        (
            #""file": "other/{{request.path[0]}}.json""#,
            #"a file whose name has placeholders lies below a folder called "files"; it is such as "files/{{request.path.id}}.json""#
        ),
        (#""file": "files/none/{{request.path[0]}}""#, #""files/none": no such folder"#),
        (#""file": "files/users/{{request.path[0]}}.xml""#, "there is no file whose name this could make"),
        (
            #""file": "files/{{request.path[x]}}""#,
            "{{request.path[x]}} has an index from 0 to 99; {{request.path[0]}} is the first segment"
        ),
        (
            #""text": "a", "template": true"#,
            #""template" stands beside "file": other bodies have placeholders without it"#
        ),
        (#""file": "files/t.txt", "template": false"#, #""template" can only be true"#),
    ])
    func whatIsRefused(reply: String, message: String) { #expect(messages(reply).first == "error: " + message) }

    @Test func noFolderAboveIsListed() {
        #expect(
            messages(#""file": "files/../files/{{request.path[0]}}.json""#) == [
                #"error: "files/../files" is not a folder beside the scenario"#
            ])
    }

    /// One of the files stands for all where the reply is checked.
    @Test func aFailureCanSpoilSuchAFile() {
        let step = #"{ "fail": "http/truncated-json", "reply": { "file": "files/users/{{request.path[0]}}.json" } }"#
        #expect(stepMessages(step, files: Self.files) == [])
    }

    @Test func aBadPlaceholderOfAFileIsToldWithItsName() {
        #expect(
            messages(#""file": "files/bad.txt", "template": true"#) == [
                "error: unknown placeholder {{nothing}}",
                #"error: the placeholders of "files/bad.txt" are rendered: "template""#,
            ])
        // It is read as it is otherwise.
        #expect(messages(#""file": "files/bad.txt""#) == [])
        #expect(messages(#""file": "files/users/{{request.path[0]}}.json", "template": true"#) == [])
    }
}
