/// A load on Mishap: what it serves, what wrk sends, and the same requests for those who send them one by one.
struct Load {
    let title: String
    /// The scenario file that is served.
    let scenarios: String
    let status: Int
    let wrk: Wrk
    /// Sent in turn.
    let requests: [Request]
    /// Whether requests follow each other on one connection, where instructions and system calls can be counted.
    var keepsConnection = true

    /// The same request again and again. `script` names the file of a wrk script, where one is needed.
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

    /// The answer to the first of the requests. One of another status is not what was to be measured.
    @discardableResult
    func check(_ server: any Server) throws(BenchError) -> Answer {
        let answer = try Client.exchange(requests[0], port: server.port)
        guard answer.status == status else {
            throw BenchError("\(server.name) answers \(title) with \(answer.status), not \(status):\n\(answer.head)")
        }
        return answer
    }
}
