import Glibc
import Testing

@testable import MishapCommand

@Suite("Signals that exec gets while its command runs")
struct SupervisionTests {
    private static let (command, other) = (Int32(100), Int32(200))
    private static let second: UInt64 = 1_000_000_000

    @Test(
        "What another process sends is passed on, what the terminal sends has reached the command",
        arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM, SIGINT])
    func signalsArePassedOn(signal: Int32) {
        // -1 is a process outside of the container.
        for (sender, actions) in [
            (Self.other, [Supervision.Action.pass(signal)]), (-1, [.pass(signal)]), (0, []), (Self.command, []),
        ] {
            var supervision = Supervision(command: Self.command)
            #expect(supervision.received(signal, from: sender, at: 0) == actions, "from \(sender)")
        }
    }

    /// The kernel tells the leader of a session alone that its terminal is gone.
    @Test func aSessionLeaderPassesOnThatTheTerminalIsGone() {
        var supervision = Supervision(command: Self.command, isSessionLeader: true)
        #expect(supervision.received(SIGHUP, from: 0, at: 0) == [.pass(SIGHUP)])
        #expect(supervision.received(SIGQUIT, from: 0, at: 0) == [])
    }

    @Test func aSecondInterruptEndsItWhoeverSendsIt() {
        for senders in [[Int32(0), 0], [0, Self.other], [Self.other, 0], [Self.other, Self.other]] {
            var supervision = Supervision(command: Self.command)
            #expect(!supervision.received(SIGINT, from: senders[0], at: Self.second).contains(.end))
            #expect(supervision.received(SIGTERM, from: Self.other, at: Self.second) == [.pass(SIGTERM)])
            #expect(supervision.received(SIGINT, from: senders[1], at: 2 * Self.second) == [.end])
        }
    }

    /// A runner around `exec` may pass on what the terminal has sent to all.
    @Test func oneInterruptByTwoWaysIsOne() {
        var supervision = Supervision(command: Self.command)
        #expect(supervision.received(SIGINT, from: 0, at: Self.second) == [])
        #expect(supervision.received(SIGINT, from: Self.other, at: Self.second + Self.second / 10) == [])
        #expect(supervision.received(SIGINT, from: 0, at: Self.second + Self.second / 2) == [.end])
    }

    @Test func itStopsWithTheCommand() {
        var supervision = Supervision(command: Self.command)
        #expect(supervision.received(SIGTSTP, from: 0, at: 0) == [.stop])
        #expect(supervision.received(SIGTSTP, from: Self.other, at: 0) == [.pass(SIGTSTP), .stop])
    }

    @Test func childrenAreCollectedWhoeverSaysSo() {
        var supervision = Supervision(command: Self.command)
        #expect(supervision.received(SIGCHLD, from: 0, at: 0) == [.collect])
        #expect(supervision.received(SIGCHLD, from: Self.other, at: 0) == [.collect])
    }
}
