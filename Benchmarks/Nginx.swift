import Glibc

/// nginx with a single `return`: two workers, no access log, and no limit of requests per connection. It listens with
/// `reuseport`, which distributes connections most evenly.
struct Nginx: Server {
    let name = "nginx"
    let port: UInt16
    private let process: ChildProcess

    var usage: ProcessUsage { ProcessUsage(pid: process.pid) }

    init(answering reply: StaticReply, in folder: String) throws(BenchError) {
        let port = try Client.freePort()
        let home = "\(folder)/nginx"
        try Files.makeFolder(home)
        let configuration = "\(home)/nginx.conf"
        try Files.write(Self.configuration(reply, port: port, home: home), to: configuration)
        process = try ChildProcess(
            [Files.program("nginx"), "-p", home, "-e", "\(home)/error.log", "-c", configuration],
            log: "\(home)/error.log")
        self.port = port
        try waitUntilItAnswers()
    }

    func stop() {
        process.stop()
    }

    private func waitUntilItAnswers() throws(BenchError) {
        for _ in 0..<500 {
            if (try? Client.get("/", port: port, seconds: 1)) != nil { return }
            if process.hasEnded { break }
            usleep(10_000)
        }
        throw BenchError("nginx did not start; its messages are in its error.log")
    }

    private static func configuration(_ reply: StaticReply, port: UInt16, home: String) -> String {
        let headers = reply.headers.map { "add_header \($0.name) '\($0.value)' always;" }
        let temporaries = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(home)/\($0);"
        }
        return """
            daemon off;
            master_process on;
            \(geteuid() == 0 ? "user root;" : "")
            worker_processes 2;
            worker_rlimit_nofile 4096;
            pid \(home)/nginx.pid;
            error_log \(home)/error.log crit;
            events { use epoll; worker_connections 2048; }
            http {
              access_log off;
              \(temporaries.joined(separator: "\n  "))
              keepalive_requests 1000000000;
              keepalive_timeout 75s;
              default_type \(reply.contentType);
              server {
                listen 127.0.0.1:\(port) reuseport backlog=4096;
                location / {
                  \(headers.joined(separator: "\n      "))
                  return \(reply.status) '\(reply.body)';
                }
              }
            }

            """
    }
}
