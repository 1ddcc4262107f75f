internal import Catalogue
internal import JSONText

extension ObjectShape {
    /// Fields with the content of a document, which excludes one another.
    static let documentBodies = ["text", "json", "base64", "file", "size"]

    static let storedDocument = ObjectShape(
        "storedDocument", "a document of a store",
        [
            ObjectField("text", .text, "What is in it, as text."),
            ObjectField("json", .anything, "What is in it, as compact JSON."),
            ObjectField("base64", .base64, "What is in it, as bytes."),
            ObjectField(
                "file", .file, "What is in it, from a file beside the scenario, or below a folder called `files`."),
            ObjectField("size", .size, "So many seeded bytes are in it."),
            ObjectField("type", .printable, "Its Content-Type, in place of that of its name or its body."),
            ObjectField("lockedBy", .printable, "Who else holds an exclusive lock on it."),
            ObjectField("for", .defined("span"), "How long the lock holds, in whole seconds; for ever without it."),
        ],
        [.atLeastOne(of: documentBodies), .apart(documentBodies), .needs("for", "lockedBy")])

    static let storedCollection = ObjectShape(
        "storedCollection", "a collection of a store", storedDocument.fields.filter { locks.contains($0.name) },
        [.needs("for", "lockedBy")])

    /// The change of a document by a step; null removes it.
    static let documentChange = changed(
        storedDocument, as: "documentChange",
        [
            .atLeastOne(of: documentBodies + ["lockedBy"]), .apart(documentBodies), .needs("for", "lockedBy"),
            .when(.has("type", .anything), .atLeastOne(of: documentBodies)),
        ])

    static let collectionChange = changed(storedCollection, as: "collectionChange", storedCollection.conditions)

    private static let locks = ["lockedBy", "for"]

    private static func changed(_ shape: ObjectShape, as name: String, _ conditions: [Shape]) -> ObjectShape {
        let fields = shape.fields.map { field in
            guard field.name == "lockedBy" else { return field }
            return ObjectField(
                field.name, .either([.printable, .only(.null)]), "Who else locks it; null where no lock is left.")
        }
        return ObjectShape(
            name, shape.nounPhrase, fields,
            conditions + [.when(.has("lockedBy", .only(.null)), .none(of: ["for"]))],
            instead: Instead(types: ["null"], keywords: []))
    }
}

extension Shape {
    /// The documents and collections at the start of a session, by path.
    static let store = documents("storedDocument", "storedCollection")

    /// The documents and collections that a step changes, by path.
    static let storeChanges = documents("documentChange", "collectionChange").with("minProperties", 1)

    /// Text that is allowed in XML and in header fields.
    static let printable = Shape.form("^[^\\u0000-\\u001F\\u007F]+$", "It is not empty, and has no control characters.")

    private static let storePath = Shape.form(
        "^(?=/)(/(?!\\.\\.?(?![^/]))[^/\\u0000]+)*/?$",
        "A path such as \"/notes/plan.txt\", with a final slash where it is that of a collection.")

    private static func documents(_ document: String, _ collection: String) -> Shape {
        Shape([
            ("type", "object"), ("propertyNames", storePath.json),
            ("patternProperties", .object([("/(?![\\s\\S])", defined(collection).json)])),
            ("additionalProperties", defined(document).json),
        ])
    }
}
