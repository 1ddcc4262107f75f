import Glibc

/// The name under which a function is counted: that of the source, for all that the compiler makes of one function there.
/// An optimizer that specializes one function more, or one less, then changes no name.
enum FunctionName {
    static func name(of function: CallgrindProfile.Function) -> String {
        // Levels of recursion are functions of their own for callgrind: swift_release'2.
        let symbol = function.symbol.replacing(/'[0-9]+$/, with: "")
        if symbol.hasPrefix("0x") || symbol.hasPrefix("???") {
            // Its address is another one in each build.
            return "\(function.object.split(separator: "/").last ?? "?"): functions without a symbol"
        }
        if symbol.hasPrefix("$s"), let demangled = demangled(symbol) { return source(of: demangled) }
        // As in pthread_mutex_lock@@GLIBC_2.2.5.
        return cut(symbol.prefix { $0 != "@" })
    }

    /// The function of the source that a demangled name belongs to, shortened.
    static func source(of demangled: String) -> String {
        var name = demangled[...]
        while let inner = withoutOneLayer(name) { name = inner }
        return shortened(name)
    }

    /// As `swift demangle`; nil if this is no name of Swift's.
    static func demangled(_ symbol: String) -> String? {
        guard let text = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    private static let prefixes = ["merged ", "partial apply forwarder for ", "specialized "]

    /// The name inside of "generic specialization <Swift.Int> of F", "closure #1 () -> () in F" and the like.
    private static func withoutOneLayer(_ name: Substring) -> Substring? {
        for prefix in prefixes where name.hasPrefix(prefix) { return name.dropFirst(prefix.count) }
        if name.hasPrefix("generic ") || name.hasPrefix("function signature specialization ") {
            return afterSpecialization(name)
        }
        if name.hasPrefix("closure #") || name.hasPrefix("implicit closure #") { return afterClosure(name) }
        if let suffix = name.firstRange(of: " with unmangled suffix ") { return name[..<suffix.lowerBound] }
        return nil
    }

    /// What follows "<…> of ". The ">" of an arrow closes no bracket.
    private static func afterSpecialization(_ name: Substring) -> Substring? {
        var (depth, last) = (0, Character(" "))
        for index in name.indices {
            let character = name[index]
            if character == "<" { depth += 1 }
            if character == ">", last != "-" {
                depth -= 1
                let rest = name[name.index(after: index)...]
                if depth == 0 { return rest.hasPrefix(" of ") ? rest.dropFirst(4) : nil }
            }
            last = character
        }
        return nil
    }

    /// What follows the first " in " outside of brackets.
    private static func afterClosure(_ name: Substring) -> Substring? {
        var depth = 0
        for index in name.indices {
            switch name[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case " " where depth == 0 && name[index...].hasPrefix(" in "): return name[index...].dropFirst(4)
            default: break
            }
        }
        return nil
    }

    /// Without the module of the standard library, without modules of extensions, and without the file of a private name:
    /// `(decide in _52D0DF3D)`.
    private static func shortened(_ name: Substring) -> String {
        cut(
            name.replacing(/\((\S+) in _[0-9A-F]{16,}\)/) { $0.output.1 }.replacing(/\(extension in \w+\):/, with: "")
                .replacing(/\bSwift\./, with: ""))
    }

    /// The beginning of a name, since those of generic functions have no bound.
    private static func cut(_ name: some StringProtocol) -> String {
        name.count > longest ? name.prefix(longest) + "…" : String(name)
    }

    private static let longest = 160
}

/// Of the runtime of Swift, which exports it.
@_silgen_name("swift_demangle")
private func swift_demangle(
    _ name: UnsafePointer<CChar>, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
    _ outputLength: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
