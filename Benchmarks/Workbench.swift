/// The options, working folder and programs of one run.
struct Workbench {
    let options: Options
    let folder: String
    let binary: String
    /// The program to compare with; nil without a comparison.
    let against: String?
    /// Whether instructions are counted with perf; otherwise with callgrind.
    let usesPerf: Bool
    let files: ScenarioFiles

    /// The file for the standard error of child processes.
    var log: String { "\(folder)/children.log" }

    init(_ options: Options) throws(BenchError) {
        self.options = options
        try Files.makeFolder(options.folder)
        guard let folder = Files.absolute(options.folder) else {
            throw BenchError("cannot find the folder \(options.folder)")
        }
        guard let binary = Files.absolute(options.mishap), Files.isExecutable(binary) else {
            throw BenchError(
                "there is no program at \(options.mishap): swift build -c release --product mishap")
        }
        self.folder = folder
        self.binary = binary
        files = ScenarioFiles(folder: folder)
        try Files.write("", to: "\(folder)/children.log")
        against = try options.against.map(Self.program(at:))
        usesPerf = against != nil && PerfMeter.works(folder: folder, log: "\(folder)/children.log")
        try checkAgainst()
    }

    func mishap(
        serving path: String, build: Build = .now, with options: [String] = [], under tool: [String] = [],
        withoutDebugging: Bool = false
    ) throws(BenchError) -> MishapServer {
        guard var program = build == .now ? binary : against else {
            throw BenchError("there is nothing to compare with: --against PATH")
        }
        if withoutDebugging {
            let copy = "\(folder)/\(build.rawValue)-without-debugging"
            guard
                try ChildProcess([try Files.program("strip"), "-g", "-o", copy, program], log: log).finish().code == 0
            else { throw BenchError("strip made no copy of \(program); see \(log)") }
            program = copy
        }
        let name = against == nil ? "mishap" : build.rawValue
        return try MishapServer(program, serving: path, named: name, with: options, log: log, under: tool)
    }

    func nginx(_ reply: StaticReply = StaticReply()) throws(BenchError) -> Nginx {
        try Nginx(answering: reply, in: folder)
    }

    /// The absolute path of a folder of scenarios.
    func folder(of path: String) throws(BenchError) -> String {
        guard let absolute = Files.absolute(path) else { throw BenchError("there is no folder \(path)") }
        return absolute
    }

    /// Checks the answer of a server, since a comparison of different answers would be meaningless.
    func check(_ server: any Server, path: String, gives reply: StaticReply) throws(BenchError) {
        let answer = try Client.get(path, port: server.port)
        guard answer.status == reply.status, answer.body == Array(reply.body.utf8) else {
            throw BenchError(
                "\(server.name) answers \(path) with \(answer.status) and \(answer.body.count) bytes:\n\(answer.head)"
            )
        }
        for header in reply.headers where !answer.head.contains("\(header.name): \(header.value)\r\n") {
            throw BenchError("\(server.name) answers \(path) without \(header.name):\n\(answer.head)")
        }
    }
}
