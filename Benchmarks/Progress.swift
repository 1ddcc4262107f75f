import CLinux
import Glibc

/// Words for whoever waits: to standard error, so that standard output is the report alone.
enum Progress {
    static func say(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
