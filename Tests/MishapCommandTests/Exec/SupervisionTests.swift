import Glibc
import Testing

@testable import MishapCommand

@Suite("Signals that exec gets while its command runs")
struct SupervisionTests {
    private static let (command, other) = (Int32(100), Int32(200))

    @Test(
        "What another process sends is passed on, what the terminal sends has reached the command",
        arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM, SIGINT])
    func signalsArePassedOn(signal: Int32) {
        var supervision = Supervision(command: Self.command)
        #expect(supervision.received(signal, from: Self.other) == [.pass(signal)])
        var another = Supervision(command: Self.command)
        #expect(another.received(signal, from: 0) == [])
        var third = Supervision(command: Self.command)
        #expect(third.received(signal, from: Self.command) == [])
    }

    @Test func aSecondInterruptEndsItWhoeverSendsIt() {
        for senders in [[Int32(0), 0], [0, Self.other], [Self.other, 0], [Self.other, Self.other]] {
            var supervision = Supervision(command: Self.command)
            #expect(!supervision.received(SIGINT, from: senders[0]).contains(.end))
            #expect(supervision.received(SIGTERM, from: Self.other) == [.pass(SIGTERM)])
            #expect(supervision.received(SIGINT, from: senders[1]) == [.end])
        }
    }

    @Test func itStopsWithTheCommand() {
        var supervision = Supervision(command: Self.command)
        #expect(supervision.received(SIGTSTP, from: 0) == [.stop])
        #expect(supervision.received(SIGTSTP, from: Self.other) == [.pass(SIGTSTP), .stop])
    }

    @Test func childrenAreCollectedWhoeverSaysSo() {
        var supervision = Supervision(command: Self.command)
        #expect(supervision.received(SIGCHLD, from: 0) == [.collect])
        #expect(supervision.received(SIGCHLD, from: Self.other) == [.collect])
    }

    /// Whatever it may receive is awaited, and nothing that would end the process is left out.
    @Test func allThatItKnowsIsAwaited() {
        for signal in [
            SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM,
        ] {
            #expect(Supervision.signals.contains(signal))
        }
    }
}
