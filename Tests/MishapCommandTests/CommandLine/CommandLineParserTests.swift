import Testing

@testable import MishapCommand

/// Words of a command line by GNU's conventions.
struct CommandLineParserTests {
    typealias Read = SmallProgram.Read

    @Test(
        arguments: [
            ([], Read()),
            (["--depth", "5"], Read(depth: 5)), (["--depth=5"], Read(depth: 5)),
            (["a", "--quick", "b"], Read(quick: true, arguments: ["a", "b"])),
            (["--quick", "a"], Read(quick: true, arguments: ["a"])),
            (["--depth", "5", "--depth", "6"], Read(depth: 6)),
            (["--map", "a", "x", "--map=b"], Read(map: ["a", "b"], arguments: ["x"])),
            (["--", "--quick", "--", "-h"], Read(arguments: ["--quick", "--", "-h"])),
            (["--name=--quick"], Read(name: "--quick")), (["--name=a=b"], Read(name: "a=b")),
            (["--depth", "-5"], Read(depth: -5)), (["-5", "-0x"], Read(arguments: ["-5", "-0x"])),
            (["-code"], Read(arguments: ["-code"])), (["--name", "-code"], Read(name: "-code")),
            (["-"], Read(arguments: ["-"])), (["--name", "-"], Read(name: "-")),
            ([""], Read(arguments: [""])), (["ä/ö"], Read(arguments: ["ä/ö"])),
        ] as [([String], Read)])
    func optionsAndArguments(words: [String], read: Read) throws {
        #expect(try SmallProgram.read(words) == read)
    }

    @Test(
        arguments: [
            (["MISHAP_DEPTH": "7"], [], Read(depth: 7)), (["MISHAP_DEPTH": "7"], ["--depth", "8"], Read(depth: 8)),
            (["MISHAP_MAP": "a,b"], [], Read(map: ["a", "b"])),
            (["MISHAP_MAP": "a,b"], ["--map", "c"], Read(map: ["c"])),
            (["MISHAP_QUICK": "true"], [], Read(quick: true)), (["MISHAP_QUICK": "off"], [], Read()),
            (["MISHAP_QUICK": "off"], ["--quick"], Read(quick: true)), (["MISHAP_NAME": "a"], [], Read()),
            (["MISHAP_DEPTH": ""], [], Read()), (["MISHAP_MAP": "a"], [], Read(map: ["a"])),
        ] as [([String: String], [String], Read)])
    func theOptionThenItsVariableThenItsDefault(environment: [String: String], words: [String], read: Read) throws {
        #expect(try SmallProgram.read(words, environment: environment) == read)
    }

    @Test(
        arguments: [
            (["--depth", "x"], UsageError.wrongValue(of: "--depth", "x", takes: "a whole number", near: nil)),
            (["--depth"], .missingValue(of: "--depth NUMBER", takes: "a whole number")),
            (["--depth", "--quick"], .missingValue(of: "--depth NUMBER", takes: "a whole number")),
            (["--depth", "-x"], .missingValue(of: "--depth NUMBER", takes: "a whole number")),
            (["--later"], .notImplemented("--later")), (["--later=1"], .notImplemented("--later")),
            (["--dept", "1"], .unknownOption("--dept", of: "dig", near: "--depth")),
            (["-q"], .unknownOption("-q", of: "dig", near: nil)),
        ] as [([String], UsageError)])
    func mistakes(words: [String], error: UsageError) {
        #expect(throws: error) { try SmallProgram.read(words) }
    }

    @Test func aVariableThatCannotBeReadIsNamed() {
        #expect(throws: UsageError.wrongValue(of: "MISHAP_MAP", "", takes: "a name", near: nil)) {
            try SmallProgram.read([], environment: ["MISHAP_MAP": "a,,b"])
        }
        #expect(throws: UsageError.wrongValue(of: "MISHAP_DEPTH", "deep", takes: "a whole number", near: nil)) {
            try SmallProgram.read([], environment: ["MISHAP_DEPTH": "deep"])
        }
    }

    @Test func aCommandMayTakeAllBehindTwoDashesAsItIs() throws {
        let parser = CommandLineParser(program: SmallProgram.program)
        let words: [[UInt8]] = [
            Array("wrap".utf8), Array("box".utf8), Array("--quick".utf8), Array("--".utf8), Array("--help".utf8),
            [0xFF],
            Array("--".utf8),
        ]
        guard case .run(let command, let values) = try parser.read(words, parser.command(of: words), Environment([:]))
        else {
            Issue.record("help was taken from the words of another command")
            return
        }
        #expect(command.name == "wrap")
        #expect(values.verbatim == Array(words[4...]))
        #expect(values.arguments == ["box"])
        #expect(try values[SmallProgram.quick])
    }

    @Test func aCommandSaysWithWhatAUsageErrorEnds() throws {
        let words = [Array("wrap".utf8), Array("tin".utf8)]
        let parser = CommandLineParser(program: SmallProgram.program)
        let command = try #require(try parser.command(of: words))
        #expect(command.usageErrorExitCode == 125)
        #expect(throws: UsageError.wrongValue(of: "KIND", "tin", takes: "box or bag", near: nil)) {
            _ = try parser.read(words, command, Environment([:]))
        }
        #expect(Program.mishap.commands.allSatisfy { $0.usageErrorExitCode == ($0.name == "exec" ? 125 : 2) })
    }

    @Test(arguments: [
        (["wrap"], UsageError.missingArgument("KIND", of: "wrap")),
        (["wrap", "box", "1", "2"], .extraArgument("2", of: "wrap", takes: ["KIND", "SIZE"])),
        (["delv"], .unknownCommand("delv", near: "delve")), (["soon"], .notImplemented("small soon")),
        (["--map", "a", "delve", "b"], .optionBeforeCommand(["small", "dig", "--map", "a", "b"])),
        (["--depth", "dig"], .optionBeforeCommand(["small", "dig", "--depth", "dig"])),
        (["--later", "dig"], .notImplemented("--later")),
    ])
    func argumentsAndCommands(words: [String], error: UsageError) {
        #expect(throws: error) { _ = try SmallProgram.values(words) }
    }

    @Test func everyVariableIsNamedAfterItsOption() {
        for command in Program.mishap.commands {
            for option in command.options {
                let name = "MISHAP_" + option.name.uppercased().replacing("-", with: "_")
                let isRead = ["serve", "exec"].contains(command.name) || option.name == "ca-file"
                #expect(option.variable == (isRead ? name : nil), "\(command.name) --\(option.name)")
            }
        }
    }
}
