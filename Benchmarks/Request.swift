/// One request, for the client and for wrk.
struct Request {
    var method = "GET"
    var path: String
    /// Field lines after Host.
    var headers: [String] = []
    var body: String?
    /// A body in chunks, as it is sent.
    var chunks: String?

    static func post(_ body: String, to path: String, contentType: String) -> Request {
        Request(method: "POST", path: path, headers: ["Content-Type: \(contentType)"], body: body)
    }

    var bytes: [UInt8] {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? chunks ?? "")).utf8)
    }

    /// The load for wrk. wrk takes methods and bodies only from a script, which is written to the folder as `name`.lua.
    func wrk(expecting status: Int, script name: String, in folder: String) throws(BenchError) -> Wrk {
        var wrk = Wrk(path: path, headers: headers, expectsFailureStatus: status >= 400)
        guard method != "GET" || body != nil else { return wrk }
        let script = "\(folder)/\(name).lua"
        try Files.write("wrk.method = \"\(method)\"\nwrk.body = [==[\(body ?? "")]==]\n", to: script)
        wrk.script = script
        return wrk
    }
}
