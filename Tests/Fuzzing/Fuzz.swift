import Glibc

/// Feeds the loader with scenarios that went wrong in a million ways. Each has to load, or to be refused with
/// reasons: no crash, no more than 2 s, no more than 200 MiB, and what loads has to answer requests.
@main
enum Fuzz {
    static func main() {
        do {
            exit(try run(FuzzOptions(Array(CommandLine.arguments.dropFirst())), program: CommandLine.arguments[0]))
        } catch {
            FuzzDriver.say("mishap-fuzz: \(error.words)")
            exit(2)
        }
    }

    /// The repository, from where this file was compiled.
    static let root = String(#filePath.dropLast("/Tests/Fuzzing/Fuzz.swift".utf8.count))

    private static func run(_ options: FuzzOptions, program: String) throws(FuzzError) -> Int32 {
        let corpus = try Corpus(root: root)
        if let slice = options.slice {
            return Worker.run(slice, corpus, seed: options.seed, options.injected)
        }
        if let only = options.only {
            var mutation = Mutation(corpus, seed: options.seed, trial: only)
            let input = mutation.input()
            print(String(decoding: input, as: UTF8.self))
            if only == InjectedFailure.trial { options.injected?.happen() }
            let trial = try Trial(input)
            print(trial.isLoaded ? "loads, and answers \(trial.answers) requests" : trial.words)
            return 0
        }
        return try FuzzDriver(options: options, corpus: corpus, program: program).run()
    }
}
