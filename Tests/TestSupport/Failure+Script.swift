public import Catalogue
internal import HTTP1
internal import Systems
public import Testing
public import Wire

extension Failure: CustomTestStringConvertible {
    public var testDescription: String { name }

    /// The script that loading makes: of a request for `/@http/x/pay?id=7`, beside the reply if there is one.
    public func script(_ arguments: Arguments, beside given: Reply? = nil) -> WireScript {
        script(
            arguments, for: Request.make("GET", "/@http/x/pay?id=7"), in: FailureIndex.all.dialect(of: self),
            beside: given ?? stock ?? PlainHTTP().stockSuccess)
    }

    public func script(_ given: [String: Argument] = [:], beside reply: Reply? = nil) -> WireScript {
        script(Arguments(of: self, given: given), beside: reply)
    }

    /// Ends the tests where there is none of this name.
    public static func named(_ name: String) -> Failure {
        guard let failure = FailureIndex.all[name] else { preconditionFailure("no failure called \(name)") }
        return failure
    }
}

/// Bytes on an HTTP/1 connection, with silences left out and the ending in angle brackets.
public func bytes(_ script: WireScript, head isHead: Bool = false) -> String {
    var encoder = HTTP1Encoder(script: script, isHead: isHead, setting: HTTP1Head.Setting())
    var buffer: [UInt8] = []
    while true {
        if case .end(let ending) = encoder.fill(&buffer) {
            return String(decoding: buffer, as: UTF8.self) + "<\(ending)>"
        }
    }
}
