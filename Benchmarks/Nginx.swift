import Glibc

/// nginx with a single `return`: two workers, no access log, and no limit of requests per connection. It listens with
/// `reuseport`, which distributes connections most evenly.
struct Nginx: Server {
    let name = "nginx"
    let port: UInt16
    private let process: ChildProcess

    var usage: ProcessUsage { ProcessUsage(pid: process.pid) }

    /// - Parameter certificate: A file with a certificate and its key; nil for no TLS.
    init(
        answering reply: StaticReply, in folder: String, certificate: String? = nil
    ) throws(BenchError) {
        let port = try Client.freePort()
        let home = "\(folder)/nginx"
        try Files.makeFolder(home)
        let configuration = "\(home)/nginx.conf"
        try Files.write(Self.configuration(reply, port: port, home: home, certificate), to: configuration)
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

    private static func configuration(
        _ reply: StaticReply, port: UInt16, home: String, _ certificate: String?
    ) -> String {
        let tls = certificate.map {
            "ssl_certificate \($0); ssl_certificate_key \($0); ssl_protocols TLSv1.2 TLSv1.3;"
        }
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
                listen 127.0.0.1:\(port) \(tls == nil ? "" : "ssl ")reuseport backlog=4096;
                \(tls ?? "")
                location / {
                  \(headers.joined(separator: "\n      "))
                  return \(reply.status) '\(reply.body)';
                }
              }
            }

            """
    }
}
