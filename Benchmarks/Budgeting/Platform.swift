import CLinux
import Glibc
import TLSClient

/// What figures depend on besides the program: the architecture, and the versions of what takes part. Only figures of the
/// same platform are compared.
struct Platform: Equatable {
    /// Values by name, such as "6.3.1" by "swift".
    let parts: [String: String]

    init(_ parts: [String: String]) {
        self.parts = parts
    }

    /// The platform of this machine.
    static func here(log: String) throws(BenchError) -> Platform {
        var parts = [
            "architecture": architecture,
            "swift": try version(after: "Swift version ", of: "swift", log),
            "libmicrohttpd": try libmicrohttpd(),
            "gnutls": loadedGnuTLSVersion,
            "glibc": try glibc(),
            "valgrind": try version(after: "valgrind-", of: "valgrind", log),
        ]
        // valgrind simulates one of a few processors, by what this one has. glibc chooses its memcpy and memset by it.
        if architecture == "x86_64" { parts["avx2"] = hasAVX2 ? "yes" : "no" }
        return Platform(parts)
    }

    /// Where another platform differs, one line each.
    func differences(from other: Platform) -> [String] {
        Set(parts.keys).union(other.parts.keys).sorted().compactMap { name in
            let (here, there) = (parts[name] ?? "none", other.parts[name] ?? "none")
            return here == there ? nil : "\(name) is \(here), and \(there) where the budgets were measured"
        }
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "aarch64"
        #else
        "another"
        #endif
    }

    private static var hasAVX2: Bool {
        let line = Files.text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("flags") }
        return line?.split(separator: " ").contains("avx2") ?? false
    }

    private static func glibc() throws(BenchError) -> String {
        var text = [CChar](repeating: 0, count: 64)
        let label = "glibc "
        guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > label.utf8.count else {
            throw BenchError("the C library is not glibc")
        }
        return String(decoding: text.dropFirst(label.utf8.count).prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }

    /// Of the library that programs load here, which need not be that of the headers.
    private static func libmicrohttpd() throws(BenchError) -> String {
        typealias GetVersion = @convention(c) () -> UnsafePointer<CChar>?
        guard let library = dlopen("libmicrohttpd.so.12", RTLD_LAZY), let symbol = dlsym(library, "MHD_get_version"),
            let version = unsafeBitCast(symbol, to: GetVersion.self)()
        else { throw BenchError("libmicrohttpd.so.12 is not installed") }
        return String(cString: version)
    }

    /// The word after `label` in what `program --version` prints.
    private static func version(
        after label: String, of program: String, _ log: String
    ) throws(BenchError) -> String {
        let output = try ChildProcess([Files.program(program), "--version"], log: log).finish().output
        guard let start = output.firstRange(of: label)?.upperBound else {
            throw BenchError("\(program) --version says \"\(output)\"")
        }
        return String(output[start...].prefix { !$0.isWhitespace })
    }
}
