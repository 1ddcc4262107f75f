@testable import Systems
import Catalogue
import TestSupport
import Testing
import Wire

/// Everything that a failure can be told to do: as it is, and once for each word that a parameter takes.
struct Case: Sendable, CustomTestStringConvertible {
    let failure: Failure
    let word: String?
    /// The parameter that takes the word.
    var parameter = "by"

    /// What stands between the failure and the word: the parameter, if another one takes the same word.
    var link = "by"

    var title: String { failure.name + (word.map { " \(link) \($0)" } ?? "") }
    var testDescription: String { title }
    var arguments: Arguments {
        var given: [String: Argument] = word.map { [parameter: .text($0)] } ?? [:]
        if word == "many" { given["size"] = .count(20_000) }  // a mebibyte makes a long line
        return Arguments(of: failure, given: given)
    }

    static let all: [Case] = FailureIndex.all.failures.flatMap { failure in
        var cases = [Case(failure: failure, word: nil)]
        var titled: Set<String> = []
        for parameter in failure.parameters {
            guard case .word(let words) = parameter.kind else { continue }
            cases += words.dropFirst().map { word in
                let isFirst = titled.insert(word).inserted
                return Case(
                    failure: failure, word: word, parameter: parameter.name, link: isFirst ? "by" : parameter.name)
            }
        }
        return cases
    }

    /// As loading does it: the script of a request for `/@http/x/pay?id=7`, beside the reply if there is one.
    func script(beside reply: Reply? = nil) -> WireScript {
        failure.script(arguments, beside: reply)
    }
}

extension Reply {
    /// A reply with a status, fields, framing and parts of its own.
    static var elaborate: Reply {
        var reply = Reply(
            ResponseHead(
                status: 201, fields: [HeaderField("Content-Type", "text/plain"), HeaderField("X-Trace", "7")]),
            body: [Part(.bytes(Array("first,".utf8))), Part(.bytes(Array(" then".utf8)), delay: 5_000_000)])
        reply.trailers = [HeaderField("X-Sum", "9")]
        return reply
    }
}
