internal import Catalogue
internal import JSONText

/// What a call takes and what it answers.
///
/// Both the reader of a call and the OpenAPI document are made from it, so that no parameter and no member is taken that
/// the document does not have.
struct CallDescription: Sendable {
    /// A parameter of the query, or a header field.
    struct Parameter: Sendable {
        let name: String
        /// One sentence.
        let summary: String
        var shape = Shape.text
        /// One that can be tried.
        var example: JSONValue?
        var isNeeded = false

        init(
            _ name: String, _ summary: String, _ shape: Shape = .text, example: JSONValue? = nil,
            isNeeded: Bool = false
        ) {
            self.name = name
            self.summary = summary
            self.shape = shape
            self.example = example
            self.isNeeded = isNeeded
        }
    }

    /// A JSON body.
    struct Body: Sendable {
        let shape: Shape
        /// The members of an object; nil if the handler reads the body in its own way.
        let members: ObjectShape?
        var isNeeded = true
        /// One that can be tried.
        let example: JSONValue

        init(_ members: ObjectShape, isNeeded: Bool = true, example: JSONValue) {
            self.members = members
            shape = members.shape
            self.isNeeded = isNeeded
            self.example = example
        }

        init(_ shape: Shape, isNeeded: Bool = true, example: JSONValue) {
            members = nil
            self.shape = shape
            self.isNeeded = isNeeded
            self.example = example
        }
    }

    struct Answer: Sendable {
        enum Content: Sendable {
            case nothing
            /// Of each media type the shape; nil for what is no JSON.
            case of([(type: String, shape: Shape?)])
            /// A problem document.
            case problem
        }

        let status: Int
        let summary: String
        let content: Content
        /// Header fields that clients may need.
        var fields: [Parameter] = []
        /// Whether its member `id` names a session, which other calls take.
        var givesSession = false

        static func json(
            _ status: Int, _ summary: String, _ shape: Shape, _ fields: [Parameter] = []
        ) -> Answer {
            Answer(
                status: status, summary: summary, content: .of([("application/json", shape)]), fields: fields)
        }

        static func nothing(_ summary: String) -> Answer {
            Answer(status: 204, summary: summary, content: .nothing)
        }

        static func problem(_ status: Int, _ summary: String) -> Answer {
            Answer(status: status, summary: summary, content: .problem)
        }
    }

    /// Its name in programs that are generated from the document.
    let id: String
    /// One sentence.
    let summary: String
    var query: [Parameter] = []
    /// Parameters that are planned for a later version: refused by name, and not in the document.
    var laterQuery: [String] = []
    /// Parameters that meant something else once, with a sentence: a 422, so that nobody goes on with the old meaning.
    var formerQuery: [String: String] = [:]
    /// Header fields that the call reads, besides those of every call.
    var fields: [Parameter] = []
    var body: Body?
    /// Answers other than those that every call of its kind has.
    let answers: [Answer]
    /// Whether the path names a session that has to be there.
    var needsSession = false
    /// Whether it answers in any way whatever, as `fail/NAME` does.
    var answersAnything = false
}
