internal import CPCRE2
public import Scenario

/// Regular expressions as PCRE2 has them, with a bound on the work that one match may take.
///
/// Subjects are bytes of the wire: what is not UTF-8 in them matches nothing, and harms nothing.
public struct PCRE2Compiler: PatternCompiler {
    /// Steps of one match after which it is given up: some milliseconds.
    static let matchLimit: UInt32 = 250_000

    public init() {}

    public func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
        let options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (ignoreCase ? PCRE2_CASELESS : 0)
        var pattern = pattern
        var code: Int32 = 0
        var offset = 0
        let compiled = pattern.withUTF8 { bytes in
            pcre2_compile_8(bytes.baseAddress, bytes.count, UInt32(options), &code, &offset, nil)
        }
        guard let compiled else { return .failure(PatternError(Self.words(code), offset: offset)) }
        return .success(CompiledPattern(compiled))
    }

    private static func words(_ code: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }
}

/// Owns a compiled expression and the limits of its matches.
///
/// "The compiled form … is read-only and can be used by several threads at once"; a match's own data is
/// made for each match.
private final class CompiledPattern: Pattern, @unchecked Sendable {
    private let code: OpaquePointer
    private let limits: OpaquePointer?

    init(_ code: OpaquePointer) {
        self.code = code
        limits = pcre2_match_context_create_8(nil)
        pcre2_set_match_limit_8(limits, PCRE2Compiler.matchLimit)
        pcre2_set_depth_limit_8(limits, PCRE2Compiler.matchLimit)
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_code_free_8(code)
    }

    func matchesWhole(_ bytes: ArraySlice<UInt8>) -> PatternOutcome {
        match(bytes, UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED), whole: true)
    }

    func found(in bytes: ArraySlice<UInt8>) -> PatternOutcome { match(bytes, 0, whole: false) }

    private func match(_ bytes: ArraySlice<UInt8>, _ options: UInt32, whole: Bool) -> PatternOutcome {
        let data = pcre2_match_data_create_8(1, nil)
        defer { pcre2_match_data_free_8(data) }
        let result = bytes.withUnsafeBufferPointer { buffer in
            // "The subject may be NULL only where its length is zero" since 10.43; a pointer serves all versions.
            withUnsafePointer(to: UInt8(0)) { nothing in
                pcre2_match_8(code, buffer.baseAddress ?? nothing, buffer.count, 0, options, data, limits)
            }
        }
        switch result {
        case 0...:
            // Bytes that are no UTF-8 part a subject in pieces, and an anchor holds at the ends of each of them.
            let isWhole = pcre2_get_startchar_8(data) == 0 && pcre2_get_ovector_pointer_8(data)[1] == bytes.count
            return isWhole || !whole ? .matched : .unmatched
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT: return .overLimit
        default: return .unmatched
        }
    }
}
