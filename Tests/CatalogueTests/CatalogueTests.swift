@testable import Systems
import Catalogue
import Foundation
import TestSupport
import Testing
import Wire

struct CatalogueTests {
    @Test(arguments: FailureIndex.all.failures)
    func everyFailureExplainsItself(failure: Failure) {
        #expect(failure.summary.hasSuffix("."))
        #expect(failure.wire.hasSuffix("."))
        #expect(!failure.source.isEmpty)
        for report in failure.reports { #expect(!report.client.isEmpty && !report.report.isEmpty) }
        for parameter in failure.parameters { #expect(parameter.summary.hasSuffix("."), "\(parameter.name)") }
        #expect(![failure.summary, failure.wire, failure.source].contains { $0.contains("\n") })
    }

    @Test(arguments: FailureIndex.all.failures)
    func everyNameIsWellFormed(failure: Failure) {
        let segments = failure.name.split(separator: "/", omittingEmptySubsequences: false)
        #expect(segments.count >= 2)
        for segment in segments {
            #expect(!segment.isEmpty && !segment.contains("--"))
            #expect(
                segment.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                })
        }
    }

    @Test func namesAreUnique() {
        let names = FailureIndex.all.names
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: FailureIndex.all.failures)
    func everyWordOfByIsExplained(failure: Failure) {
        for parameter in failure.parameters {
            guard case .word(let words) = parameter.kind else { continue }
            #expect(parameter.standard == .text(words[0]))
            for word in words
            where failure.parameters.count == 1 && words != ["close", "close-notify", "reset", "stall"] {
                #expect(failure.wire.contains("`\(word)`"), "\(word)")
            }
        }
    }

    @Test(arguments: FailureIndex.all.failures)
    func everyDefaultIsWithinItsBounds(failure: Failure) {
        for parameter in failure.parameters {
            switch (parameter.kind, parameter.standard) {
            case (_, nil), (.duration, .duration), (.text, .text), (.headers, .headers), (.bodyPosition, .count): break
            case (.count(let bounds), .count(let count)), (.bytes(let bounds), .count(let count)):
                #expect(bounds.contains(count))
            case (.status, .count(let status)): #expect((100...999).contains(status))
            case (.word(let words), .text(let word)): #expect(words.contains(word))
            default: Issue.record("the default of \(parameter.name) is of another kind")
            }
        }
    }

    @Test(arguments: ["100", "200", "420", "503", "999"])
    func everyStatusHasAName(number: String) {
        #expect(FailureIndex.all["http/status/\(number)"]?.script().status == Int(number))
    }

    @Test(arguments: ["099", "1000", "50", "5o3", "", "-50", "503/", "+50", "٥٠٣"])
    func whatIsNoStatusHasNone(number: String) {
        #expect(FailureIndex.all["http/status/\(number)"] == nil)
    }

    @Test(arguments: FailureIndex.planned)
    func whatIsNotBuiltYetSaysWhy(missing: PlannedFailure) {
        #expect(FailureIndex.all[missing.name] == nil)
        #expect(missing.description.hasPrefix("\(missing.name) is not built yet: it needs "))
        #expect(missing.kind != nil)
    }

    @Test func theReasonReadsAsASentence() {
        #expect(
            FailureIndex.planned[0].description
                == "http2/rst-stream is not built yet: it needs HTTP/2"
        )
    }

    @Test(arguments: FailureIndex.all.failures)
    func noHeadAnnouncesTheComingEnd(failure: Failure) {
        guard failure.kind == .spoiler else { return }
        #expect(!bytes(failure.script()).lowercased().contains("connection: close"))
        #expect(!bytes(failure.script(beside: .elaborate)).lowercased().contains("connection: close"))
    }

    @Test(arguments: Case.all)
    func aHeadRequestGetsNoBody(one: Case) {
        let script = one.script()
        guard script.status != nil, script.actions.allSatisfy({ if case .raw = $0 { false } else { true } })
        else { return }
        let text = bytes(script, head: true)
        let body = text.range(of: "\r\n\r\n", options: .backwards).map { text[$0.upperBound...] }
        if let body { #expect(body.hasPrefix("<")) }
    }

    @Test(arguments: FailureIndex.all.failures)
    func aReplyWithoutABodyIsSurvived(failure: Failure) {
        guard failure.kind == .spoiler else { return }
        #expect(failure.script(beside: Reply(ResponseHead(status: 204))).status == 204)
        #expect(failure.script(beside: Reply()).status == 200)
    }
}
