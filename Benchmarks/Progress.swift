import CLinux
import Glibc

/// Prints progress to standard error, so that standard output has only the report.
enum Progress {
    static func log(_ message: String) {
        let line = Array((message + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
