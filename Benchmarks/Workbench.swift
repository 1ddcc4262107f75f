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
        serving path: String, build: Build = .now, with options: [String] = [], under tool: [String] = []
    ) throws(BenchError) -> MishapServer {
        try MishapServer(
            program(of: build), serving: path, named: name(of: build), with: options, log: log, under: tool)
    }

    func name(of build: Build) -> String { against == nil ? "mishap" : build.rawValue }

    /// A copy of a program with its symbols, but without debugging information.
    func withoutDebugging(_ build: Build = .now) throws(BenchError) -> String {
        try stripped(program(of: build), ["-g"], to: "\(folder)/\(build.rawValue)-without-debugging")
    }

    /// A stripped copy of a program.
    func stripped(_ program: String, _ options: [String] = [], to copy: String) throws(BenchError) -> String {
        let strip = (try? Files.program("strip")) ?? (try? Files.program("llvm-strip"))
        guard let strip else { throw BenchError("neither strip nor llvm-strip is installed") }
        guard try ChildProcess([strip] + options + ["-o", copy, program], log: log).finish().code == 0 else {
            throw BenchError("\(strip) made no copy of \(program); its messages are in \(log)")
        }
        return copy
    }

    private func program(of build: Build) throws(BenchError) -> String {
        guard let program = build == .now ? binary : against else {
            throw BenchError("there is nothing to compare with: --against PATH")
        }
        return program
    }

    func nginx(_ reply: StaticReply = StaticReply()) throws(BenchError) -> Nginx {
        try Nginx(answering: reply, in: folder)
    }

    /// nginx over TLS, with a certificate that signs itself: ECDSA on P-256, as mishap's.
    func nginxOverTLS(_ reply: StaticReply = StaticReply()) throws(BenchError) -> Nginx {
        let file = "\(folder)/certificate.pem"
        let words = [
            try Files.program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", file, "-out", "\(file).crt",
        ]
        guard try ChildProcess(words, log: log).finish().code == 0,
            let parts = Files.text(file).flatMap({ key in Files.text("\(file).crt").map { $0 + key } })
        else { throw BenchError("openssl made no certificate; its messages are in \(log)") }
        try Files.write(parts, to: file)
        return try Nginx(answering: reply, in: folder, certificate: file)
    }

    /// The absolute path of a folder of scenarios.
    func folder(of path: String) throws(BenchError) -> String {
        guard let absolute = Files.absolute(path) else { throw BenchError("there is no folder \(path)") }
        return absolute
    }

    /// Checks the answer of a server, since a comparison of different answers would be meaningless.
    func check(
        _ server: any Server, path: String, gives reply: StaticReply, overTLS: Bool = false
    ) throws(BenchError) {
        let request = Request(path: path)
        let answer =
            try overTLS
            ? TLSKeepAliveConnection(port: server.port).exchange(request.bytes)
            : Client.exchange(request, port: server.port)
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
