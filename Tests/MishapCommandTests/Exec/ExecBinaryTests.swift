import Foundation
import Glibc
import TestSupport
import Testing

@testable import MishapCommand

/// `exec` as a process: signals, terminals, what the command gets and what it leaves behind.
@Suite(.blocking)
struct ExecBinaryTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder(["a.json": ScenarioFolder.hello]) }

    /// Options and a command of the shell.
    private func words(_ script: String, _ options: [String] = ["--settle", "0s"]) -> [String] {
        ["exec", folder.path] + options + ["--", "/bin/sh", "-c", script]
    }

    private func run(_ script: String) throws -> ProgramRun { try ProgramRun(Binary.path, words(script)) }

    /// The same with names of pipes, which are made first.
    private func run(_ script: String, with pipes: [String]) throws -> ProgramRun {
        let paths = pipes.map { folder.path + "/" + $0 }
        for path in paths { #expect(mkfifo(path, 0o600) == 0) }
        return try ProgramRun(Binary.path, words(script) + ["sh"] + paths)
    }

    // MARK: What the command gets

    @Test func theCommandReachesTheGateway() throws {
        let run = try run("curl -s $MISHAP_URL/; curl -s -o /dev/null -w ' %{http_code}' $MISHAP_CONTROL_URL/health")
        #expect(run.code == 0)
        #expect(run.output == "hello 200")
        #expect(run.error.isEmpty)
    }

    @Test func argumentsArePassedByteForByte() throws {
        let words = [
            "exec", folder.path, "--settle", "0s", "--", "printf", "%s|", "a b", "--settle", "", "ä\u{1}", "--",
        ]
        #expect(try ProgramRun(Binary.path, words).output == "a b|--settle||ä\u{1}|--|")
    }

    @Test func variablesArePassedByteForByteButForItsOwn() throws {
        let variables = ["A": "ä b", "MISHAP_URL": "http://elsewhere", "MISHAP_URL_OLD": "x", "PATH": "/usr/bin:/bin"]
        let run = try ProgramRun(
            Binary.path, words("echo \"$A $MISHAP_URL_OLD\"; env | grep -c '^MISHAP_URL='; echo $MISHAP_URL"),
            environment: variables)
        let lines = run.output.split(separator: "\n")
        #expect(lines.prefix(2) == ["ä b x", "1"])
        #expect(lines.last?.hasPrefix("http://127.0.0.1:") == true, "\(run.output)")
    }

    /// The limit of descriptors is what it was before this process raised its own; no signal is blocked, and a pipe that nobody
    /// reads ends the command.
    @Test func theCommandGetsACleanProcess() throws {
        let shown = "ulimit -S -n; ulimit -H -n; ls /proc/self/fd | wc -l; grep -E '^Sig(Blk|Ign)' /proc/self/status"
        let outside = try ProgramRun("/bin/sh", ["-c", "ulimit -S -n 128; " + shown])
        let quoted = words(shown).dropFirst().map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        let inside = try ProgramRun(
            "/bin/sh", ["-c", "ulimit -S -n 128; '\(Binary.path)' exec \(quoted.joined(separator: " "))"])
        let (own, others) = (inside.output.split(separator: "\n"), outside.output.split(separator: "\n"))
        try #require(own.count == 5 && others.count == 5, "\(inside.output)")
        #expect(own.prefix(4) == others.prefix(4))
        #expect(own[0] == "128" && own[3] == "SigBlk:\t0000000000000000")
        // The C library has 32 and 33 for itself.
        let ignored = try [own, others].map { try #require(UInt64($0[4].dropFirst(8), radix: 16)) & 0x7FFF_FFFF }
        #expect(ignored[0] == ignored[1])
    }

    @Test func theCommandIsInTheSameProcessGroup() throws {
        let inside = try ProgramRun(
            "/usr/bin/setsid",
            [
                "-w", "/bin/sh", "-c",
                "'\(Binary.path)' exec '\(folder.path)' --settle 0s -- sh -c 'ps -o pgid= -p $$'; ps -o pgid= -p $$",
            ])
        let own = inside.output.split(whereSeparator: \.isWhitespace)
        #expect(own.count == 2 && own[0] == own[1], "\(inside.output)")
    }

    @Test func standardInputIsTheCommands() throws {
        let run = try ProgramRun(Binary.path, words("cat"), input: Data("some words".utf8))
        #expect(run.output == "some words")
    }

    private static let start = """
        import os, signal, subprocess, sys, time
        def start(**options):
            return subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        def check(holds, what):
            if not holds: sys.exit("not so: " + what)

        """

    // MARK: How it ends

    @Test(
        arguments: [
            ("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -TERM $$", 143), ("kill -KILL $$", 137),
            ("kill -INT $$", 130), ("exec /nowhere/at-all", 127),
        ] as [(String, Int32)])
    func theExitCodeIsTheCommands(script: String, code: Int32) throws {
        #expect(try run(script).code == code)
    }

    @Test func aCommandThatIsNotThereOrCannotBeRun() throws {
        let file = folder.path + "/a.json"
        for (program, code) in [("no-such-program-at-all", Int32(127)), (file, 126), (folder.path, 126), ("", 127)] {
            let run = try ProgramRun(Binary.path, ["exec", folder.path, "--", program])
            #expect(run.code == code, "\(program)")
            #expect(run.error.hasPrefix("mishap: \"\(program)\" "), "\(run.error)")
        }
    }

    // MARK: Signals

    /// Starts a command that says what it gets, and waits until it is ready.
    private func start(_ script: String) throws -> Binary {
        let mishap = try Binary(words(script, ["--settle", "0s"]))
        #expect(mishap.readLine() == "ready")
        return mishap
    }

    @Test(arguments: [
        (SIGTERM, "TERM"), (SIGHUP, "HUP"), (SIGQUIT, "QUIT"), (SIGUSR1, "USR1"), (SIGUSR2, "USR2"),
        (SIGWINCH, "WINCH"), (SIGINT, "INT"), (SIGALRM, "ALRM"),
    ])
    func signalsOfOthersArePassedOn(signal: Int32, name: String) throws {
        let mishap = try start("trap 'echo got; exit 5' \(name); echo ready; while :; do sleep 0.05; done")
        mishap.signal(signal)
        #expect(mishap.readLine() == "got")
        #expect(mishap.wait() == 5)
    }

    @Test func aCommandThatIgnoresSIGTERMIsWaitedFor() throws {
        let mishap = try start("trap '' TERM; trap 'echo got; exit 6' USR1; echo ready; while :; do sleep 0.05; done")
        mishap.signal(SIGTERM)
        mishap.signal(SIGTERM)
        mishap.signal(SIGUSR1)
        #expect(mishap.readLine() == "got")
        #expect(mishap.wait() == 6)
    }

    /// A client in Python, which closes what the tests have open: what is left behind would keep their wait for the program
    /// from ending.
    private func python(_ client: String, _ words: [String]) throws -> ProgramRun {
        try ProgramRun(Repository.python, ["-c", Self.start + client, Binary.path] + words)
    }

    @Test func aSecondInterruptEndsItAtOnce() throws {
        let client = """
            mishap = start()
            command = int(mishap.stdout.readline())
            mishap.send_signal(signal.SIGINT)
            check(mishap.stdout.readline() == b"got\\n", "the first one is passed on")
            while mishap.poll() is None:
                mishap.send_signal(signal.SIGINT)
                time.sleep(0.05)
            check(mishap.wait(60) == 130, "exit code %d" % mishap.returncode)
            os.kill(command, 0)
            os.kill(command, signal.SIGKILL)
            """
        let run = try python(client, words("trap 'echo got' INT; echo $$; while :; do sleep 0.05; done"))
        #expect(run.code == 0, "\(run.error)")
    }

    @Test func whatIsLeftBehindIsNamedAndNotEnded() throws {
        let client = """
            mishap = start()
            first = int(mishap.stdout.readline())
            check(mishap.wait(60) == 0, "exit code %d" % mishap.returncode)
            said = mishap.stderr.read().decode().split("\\n")
            check("mishap: the command left behind, still running:" in said, "it is told")
            check("  %d sleep 61" % first in said, "the first one is in %s" % said)
            second = [line.split()[0] for line in said if line.endswith(" sleep 62")]
            for process in [first, int(second[0])]:
                os.kill(process, 0)
                os.kill(process, signal.SIGKILL)
            """
        // Until both have become what they are.
        let script = """
            (sleep 61 >/dev/null 2>&1 & echo $!) ; (exec sleep 62 >/dev/null 2>&1 &)
            until [ "$(ps -o args= --ppid $PPID | grep -c -E '^sleep 6[12]$')" = 2 ]; do sleep 0.02; done
            """
        let run = try python(client, words(script))
        #expect(run.code == 0, "\(run.error)")
    }

    /// A child of the command whose parent has gone becomes one of `exec`, and is collected when it ends.
    @Test func orphansAreCollected() throws {
        let run = try run(
            """
            (sh -c 'read -r line < "$0"' "$1" &)
            until ps -o args= --ppid $PPID | grep -q 'read -r [l]ine'; do sleep 0.02; done
            echo adopted; echo > "$1"
            while ps -o stat=,args= --ppid $PPID | grep -v '/bin/sh -c (' | grep -q -e Z -e 'read -r [l]ine'; do sleep 0.02; done
            echo collected
            """, with: ["fifo"])
        #expect(run.output == "adopted\ncollected\n", "\(run.error)")
    }

    /// As the job of a shell: in a group of its own, of a session that has others.
    @Test func itStopsAndGoesOnWithTheCommand() throws {
        let client = """
            mishap = start(process_group=0) if sys.version_info >= (3, 11) else start(preexec_fn=os.setpgrp)
            command = int(mishap.stdout.readline())
            mishap.send_signal(signal.SIGTSTP)
            for process in [mishap.pid]:
                check(os.WIFSTOPPED(os.waitpid(process, os.WUNTRACED)[1]), "exec stops")
            mishap.send_signal(signal.SIGCONT)
            check(mishap.stdout.readline() == b"on\\n", "the command goes on")
            os.kill(command, signal.SIGKILL)
            check(mishap.wait(60) == 137, "exit code %d" % mishap.returncode)
            """
        let run = try python(client, words("trap 'echo on' CONT; echo $$; while :; do sleep 0.05; done"))
        #expect(run.code == 0, "\(run.error)")
    }

    // MARK: Containers and terminals

    /// In a namespace of its own, as in a container whose first process it is.
    @Test func itCanBeTheFirstProcess() throws {
        let allowsNone = ProcessInfo.processInfo.environment["MISHAP_NO_NAMESPACES"] == "1"
        let user = getuid() == 0 ? [] : ["--user", "--map-root-user"]
        let run = try ProgramRun(
            "/usr/bin/unshare", user + ["--pid", "--fork", "--mount-proc", Binary.path] + words("echo $PPID; exit 9"))
        if allowsNone, run.error.contains("unshare") { return }
        #expect(
            run.code == 9 && run.output == "1\n",
            "MISHAP_NO_NAMESPACES=1 leaves this out where namespaces are refused: \(run.error) \(run.output)")
        // Without a /proc of its own it does not name the processes of others.
        let blind = try ProgramRun(
            "/usr/bin/unshare", user + ["--pid", "--fork", Binary.path] + words("(sleep 60 >/dev/null 2>&1 &); exit 8"))
        #expect(blind.code == 8)
        #expect(blind.error.hasSuffix("\nmishap: the command left processes behind, which cannot be named here\n"))
    }

    /// As `docker stop` does: the sender has no number in the namespace.
    @Test func aSignalFromOutsideOfTheNamespaceIsPassedOn() throws {
        let client = """
            mishap = start()
            check(mishap.stdout.readline() == b"ready\\n", "it starts: " + repr(mishap.stderr.read() if mishap.poll() else ""))
            children = open("/proc/%d/task/%d/children" % (mishap.pid, mishap.pid)).read().split()
            os.kill(int(children[0]), signal.SIGTERM)
            check(mishap.stdout.readline() == b"got\\n", "the command gets it")
            check(mishap.wait(60) == 5, "exit code %d" % mishap.returncode)
            """
        let user = getuid() == 0 ? [] : ["--user", "--map-root-user"]
        let inner = words("trap 'echo got; exit 5' TERM; echo ready; while :; do sleep 0.05; done")
        let start = ["-c", Self.start + client, "/usr/bin/unshare"] + user
        let run = try ProgramRun(Repository.python, start + ["--pid", "--fork", "--mount-proc", Binary.path] + inner)
        if ProcessInfo.processInfo.environment["MISHAP_NO_NAMESPACES"] == "1", run.error.contains("unshare") { return }
        #expect(run.code == 0, "\(run.error)")
    }

    /// Whoever starts it may have had SIGCHLD ignored.
    @Test func theEndIsSeenThoughSIGCHLDWasIgnored() throws {
        let client = """
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        #expect(try python(client, words("exit 7")).code == 7)
    }

    /// Once the command has ended, nothing is left that a signal should be kept from.
    @Test func whileItSettlesASignalEndsIt() throws {
        let client = """
            mishap = start()
            command = int(mishap.stdout.readline())
            while True:
                try: os.kill(command, 0)
                except ProcessLookupError: break
            while mishap.poll() is None: mishap.send_signal(signal.SIGTERM)
            check(mishap.returncode == -signal.SIGTERM, "exit code %d" % mishap.returncode)
            """
        let scenario =
            #"{ "rules": [{ "name": "a", "fail": "http/timeout" }], "expect": [{ "rule": "a", "requests": { "atMost": 1 } }] }"#
        let folder = try ScenarioFolder(["a.json": scenario])
        // A request that is left open keeps it from settling.
        let words = ["exec", folder.path, "--settle", "10s", "--", "/bin/sh", "-c"]
        let script = """
            (curl -s -m 60 $MISHAP_URL/ >/dev/null 2>&1 &)
            until curl -s $MISHAP_CONTROL_URL/sessions/default/journal | grep -q '"inFlight": 1'; do sleep 0.02; done
            echo $$
            """
        let run = try python(client, words + [script])
        #expect(run.code == 0, "\(run.error)")
    }

    /// Ctrl-C reaches both by the terminal, so that it is not passed on once more; the second one ends `exec`.
    @Test func underATerminalTheCommandGetsEachKeyOnce() throws {
        let client = """
            import os, pty, select, sys, time
            child, terminal = pty.fork()
            if child == 0:
                os.execv(sys.argv[1], sys.argv[1:])
            seen = b""
            def wait(word, count=1):
                global seen
                end = time.monotonic() + 60
                while seen.count(word) < count:
                    if time.monotonic() > end or not select.select([terminal], [], [], 1)[0] and time.monotonic() > end:
                        sys.exit("no %r in %r" % (word, seen))
                    try: seen += os.read(terminal, 4096)
                    except OSError: sys.exit("ended: %r" % seen)
            wait(b"ready")
            os.write(terminal, b"\\x03")
            wait(b"got INT")
            # If it were passed on as well, the second one would come now.
            time.sleep(0.3)
            os.write(terminal, b"\\x1c")
            wait(b"got QUIT")
            if seen.count(b"got INT") != 1: sys.exit("twice: %r" % seen)
            if b"same" not in seen: sys.exit("another foreground group: %r" % seen)
            os.write(terminal, b"end\\n")
            while True:
                try: more = os.read(terminal, 4096)
                except OSError: break
                if not more: break
                seen += more
            status = os.waitpid(child, 0)[1]
            sys.exit(os.waitstatus_to_exitcode(status))
            """
        let script = """
            trap 'echo got INT' INT; trap 'echo got QUIT' QUIT
            [ "$(ps -o tpgid= -p $$ | tr -d ' ')" = "$(ps -o pgid= -p $$ | tr -d ' ')" ] && echo same
            echo ready; while ! read line; do :; done; [ "$line" = end ] && exit 4
            """
        let run = try ProgramRun(Repository.python, ["-c", client, Binary.path] + words(script))
        #expect(run.code == 4, "\(run.output) \(run.error)")
    }

    /// `script` gives the command a terminal, and says how it ended.
    @Test func underScript() throws {
        let line =
            (["'\(Binary.path)'"] + words("test -t 0 && test -t 1 && curl -s $MISHAP_URL/; exit 6").map { "'\($0)'" })
            .joined(separator: " ")
        let run = try ProgramRun("/usr/bin/script", ["-qec", line, "/dev/null"])
        #expect(run.code == 6)
        #expect(run.output.contains("hello"))
    }
}
