import CLinux

/// What the command line asked for.
struct AttackOptions {
    var server = ".build/release/mishap"
    var seed: UInt64 = 1
    /// Names of rows and attacks, or parts of them; all if empty.
    var only: [String] = []
    var output = ".build/attack"
    var isList = false
    /// The fuzzer in place of the attack, and for how long.
    var isFuzz = false
    var seconds = 600
    /// Of the fuzzer, each with a server of its own.
    var workers = max(1, Int(clinux_usable_cores()))
    /// A file with a connection of the fuzzer, to be sent alone.
    var replay: String?
    /// Only the rows, without the other attacks.
    var isTableOnly = false
    var isHelp = false
    /// Minutes after which no more is begun.
    var minutes = 10

    static let usage = """
        usage: mishap-attack [--server PROGRAM] [--only NAME]... [--seed N] [--minutes N] [--output FOLDER]
                             [--table] [--list]
        """

    static let help = """
        Attacks a running mishap with what no client should send, and says what it should not have done.

        \(usage)

          --server PROGRAM  the mishap to attack (default .build/release/mishap); it is started with the scenarios of the
                            attack on a free port
          --only NAME       a row of the table, an attack, or any part of a name; may be repeated. A row is then shown with
                            the bytes that came back
          --seed N          where the segments of a row are cut (default 1)
          --minutes N       how long it may take; what does not fit is left out, and counted (default 10)
          --output FOLDER   for the scenarios and the server's messages (default .build/attack)
          --table           only the table, without the other attacks
          --list            the names of rows and attacks, with the section of the RFC that decides each row

        First the table: each row whole, byte by byte and in segments, as the first request of a connection and behind
        another one, over four ways in which the server answers. Behind each stands another request, which must be answered
        or refused as the row says. Then slow and vanishing clients, floods, bombs, clients that do not read, and clients that
        speak TLS badly, slowly or not to the end.

        All the time each shard is asked for its health: 50 ms at p99. After each 50 rows and each attack the server must
        use no CPU, and have the descriptors and the memory of before; 50 rows that fail so are halved until the row is
        found. The attacker runs on one core.

        With --fuzz it sends connections made by grammar instead, from the same table and from calls of all systems: several
        requests, broken, cut and left at any place, or what begins as TLS, and some of them within TLS. A server that
        crashes, answers no more on one of its shards, or leaves a connection open that must end has failed; the connection
        behind it is found, made smaller, and kept as a file. Of one within TLS only the number is told.

          --fuzz            the fuzzer; `make fuzz-wire` runs it against a build with the address sanitizer
          --seconds N       how long (default 600)
          --workers N       how many send at once, each to a server of its own (default one for each core)
          --replay FILE     sends only the connection in this file

        Standard output gets the report, standard error the progress. Exit code 0 if the server held, 1 if it did not, 2 if
        the attack could not be made, 3 if it held as far as could be judged: where the machine was too busy for a latency,
        twice again too, that is "not judged". What the server may keep is said above the report's table.

          make attack ARGS="--only TERM.EXT"      one row
          make attack ARGS="--only json"          the attacks with JSON
        """

    init(_ arguments: [String]) throws(AttackError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--server": server = try Self.value(name, &rest)
            case "--seed": seed = UInt64(try Self.number(name, &rest, 0 ... .max))
            case "--only": only.append(try Self.value(name, &rest))
            case "--minutes": minutes = try Self.number(name, &rest, 1...600)
            case "--output": output = try Self.value(name, &rest)
            case "--table": isTableOnly = true
            case "--list": isList = true
            case "--fuzz": isFuzz = true
            case "--seconds": seconds = try Self.number(name, &rest, 1...1_000_000)
            case "--workers": workers = try Self.number(name, &rest, 1...64)
            case "--replay": replay = try Self.value(name, &rest)
            case "--help", "-h": isHelp = true
            default: throw AttackError("unknown option \(name)\n\(Self.usage)")
            }
        }
    }

    func includes(_ name: String) -> Bool {
        only.isEmpty || only.contains { Self.contains(Array(name.utf8)[...], Array($0.utf8)) }
    }

    private static func contains(_ text: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
        guard text.count >= part.count else { return false }
        return (text.startIndex...(text.endIndex - part.count)).contains { text[$0...].starts(with: part) }
    }

    private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws(AttackError) -> String {
        guard let value = rest.popFirst() else { throw AttackError("\(name) needs a value\n\(usage)") }
        return value
    }

    private static func number(
        _ name: String, _ rest: inout ArraySlice<String>, _ bounds: ClosedRange<Int>
    ) throws(AttackError) -> Int {
        let text = try value(name, &rest)
        guard let number = Int(text), bounds.contains(number) else {
            throw AttackError("\(name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound), not \(text)")
        }
        return number
    }
}
