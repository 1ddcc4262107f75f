import CLinux
import Glibc

/// Words for whoever waits: to standard error, so that standard output is the report alone.
enum Progress {
    static func log(_ message: String) {
        let line = Array((message + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
