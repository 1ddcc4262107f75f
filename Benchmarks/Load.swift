/// A load on Mishap: the scenario file, the requests for wrk, and the same requests to send one by one.
struct Load {
    let title: String
    /// The path of the scenario file.
    let scenarios: String
    let status: Int
    let wrk: Wrk
    /// Sent cyclically.
    let requests: [Request]
    /// Whether connections are kept, so that instructions and system calls per request can be counted.
    var keepsConnection = true

    /// A load of one repeated request.
    ///
    /// - Parameter script: The name for the file of a wrk script, if one is needed.
    init(
        _ title: String, serving scenarios: String, _ request: Request, status: Int, script: String = "load",
        _ bench: Workbench
    ) throws(BenchError) {
        self.title = title
        self.scenarios = scenarios
        self.status = status
        wrk = try request.wrk(expecting: status, script: script, in: bench.folder)
        requests = [request]
    }

    init(_ title: String, serving scenarios: String, wrk: Wrk, requests: [Request], status: Int) {
        self.title = title
        self.scenarios = scenarios
        self.status = status
        self.wrk = wrk
        self.requests = requests
    }

    /// Sends the first request and checks the status, so that the intended answer is measured.
    @discardableResult
    func check(_ server: any Server) throws(BenchError) -> Answer {
        let answer = try Client.exchange(requests[0], port: server.port)
        guard answer.status == status else {
            throw BenchError("\(server.name) answers \(title) with \(answer.status), not \(status):\n\(answer.head)")
        }
        return answer
    }
}
