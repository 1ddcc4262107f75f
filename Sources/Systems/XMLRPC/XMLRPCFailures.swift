internal import Catalogue

/// The failures of XML-RPC: its fault codes, and responses that are invalid or unexpected.
enum XMLRPCFailures {
    static let all: [Failure] = [
        .xmlrpc(-32700),
        .xmlrpc(-32701),
        .xmlrpc(-32702),
        .xmlrpc(-32600),
        .xmlrpc(-32601),
        .xmlrpc(-32602),
        .xmlrpc(-32603),
        .xmlrpc(-32500),
        .xmlrpc(-32400),
        .xmlrpc(-32300),
        // Stands for any other code by its number.
        .xmlrpc(-32000),
        // Faults.
        .faultWithoutCode,
        .faultWithoutString,
        .faultCodeAsString,
        .faultOfWrongType,
        // The envelope of a result.
        .paramsAndFault,
        .neitherParamsNorFault,
        .emptyParams,
        .twoParams,
        // The value.
        .valueOfWrongType,
        .unknownType,
        .malformedValue,
        .intOutOfRange,
        .untypedValue,
        .nilValue,
        .tooDeep,
        // The XML.
        .truncatedXML,
        .textBeforeXML,
        .textAfterXML,
        .bareAmpersand,
        .controlCharacter,
        .wrongEncoding,
        .documentType,
        // The answer to a multicall.
        .missingAnswer,
        .bareAnswers,
        .singleFault,
    ]

    /// A failure such as `xmlrpc/-32042`: any 32-bit code by its number.
    static func code(named code: String) -> Failure? {
        guard let number = Int32(code), code == String(number) else { return nil }
        return .xmlrpc(Int(number))
    }

    /// What each fault takes beside its code.
    static let message = Parameter(
        "message", .text,
        "The faultString, in place of the stock one; characters that XML does not allow become U+FFFD.")

    static let specification = "https://xmlrpc.com/spec.md"
    static let codes = "https://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php"
    static let multicall = "system.multicall, a common extension without a specification of its own"
    static let client = "Python xmlrpc.client"
    static let measured = "measured on loopback 2026-11 (xmlrpc.client of Python 3.11.7)"
    static func and(_ specification: String) -> String { "\(specification); \(measured)" }
}

extension [Failure.ClientReport] {
    static func xmlrpc(_ report: String) -> [Failure.ClientReport] {
        [Failure.ClientReport(XMLRPCFailures.client, report)]
    }
}
