internal import Bytes
internal import CPCRE2
public import Scenario

/// Regular expressions as PCRE2 has them, with a bound on the work that one match may take.
///
/// Subjects are bytes of the wire: what is not UTF-8 in them matches nothing, and harms nothing.
public struct PCRE2Compiler: PatternCompiler {
    public init() {}

    public func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
        switch PCRE2Code.compile(pattern, ignoreCase: ignoreCase) {
        case .failure(let error): .failure(error)
        case .success(let code):
            .success(CompiledPattern(code, search: Self.search(pattern, ignoreCase: ignoreCase)))
        }
    }

    /// The pattern with everything that may stand before it, to be matched from the start of the subject.
    ///
    /// PCRE2 counts the steps anew at every place where a search begins: only so is there one count for all.
    private static func search(_ pattern: String, ignoreCase: Bool) -> PCRE2Code? {
        // Verbs such as (*UCP) only hold at the very start of an expression.
        var rest = pattern[...]
        while rest.hasPrefix("(*"), let end = rest.firstIndex(of: ")") { rest = rest[rest.index(after: end)...] }
        let verbs = pattern[..<rest.startIndex]
        // A comment at the end of an extended pattern would swallow the parenthesis.
        for end in [")", "\n)"] {
            if case .success(let code) = PCRE2Code.compile(
                verbs + "(?s:.*?)(?:" + rest + end, ignoreCase: ignoreCase)
            {
                return code
            }
        }
        return nil
    }
}

/// A scenario's expression, as it is and as it is searched for.
private final class CompiledPattern: Pattern {
    private let whole: PCRE2Code
    private let search: PCRE2Code?

    init(_ whole: PCRE2Code, search: PCRE2Code?) {
        self.whole = whole
        self.search = search
    }

    func matchesWhole(_ bytes: ArraySlice<UInt8>) -> PatternOutcome {
        whole.match(bytes, UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED), mustBeWhole: true)
    }

    func found(in bytes: ArraySlice<UInt8>) -> PatternOutcome {
        // A dot does not cross bytes that are no UTF-8: there the search has to begin at every place.
        guard let search, UTF8Text.firstInvalid(in: Array(bytes)) == nil else { return whole.match(bytes, 0) }
        return search.match(bytes, UInt32(PCRE2_ANCHORED))
    }
}

/// Owns a compiled expression and the limits of its matches.
///
/// Unchecked: "The compiled form … is read-only and can be used by several threads at once"; so are limits
/// that nobody changes, and a match's own data is made for each match.
private final class PCRE2Code: @unchecked Sendable {
    private let code: OpaquePointer
    private let limits: OpaquePointer?

    /// Steps of one match after which it is given up: some milliseconds, and more for a long subject.
    private static let matchLimit: UInt32 = 250_000
    private static let stepsPerByte: UInt32 = 32
    /// Subjects up to here need no more than the plain limit.
    private static let shortSubject = 4096

    static func compile(_ pattern: some StringProtocol, ignoreCase: Bool) -> Result<PCRE2Code, PatternError> {
        let options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (ignoreCase ? PCRE2_CASELESS : 0)
        let bytes = Array(pattern.utf8)
        var error: Int32 = 0
        var offset = 0
        guard let code = pcre2_compile_8(bytes, bytes.count, UInt32(options), &error, &offset, nil) else {
            return .failure(PatternError(words(error), offset: offset))
        }
        return .success(PCRE2Code(code))
    }

    private static func words(_ code: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }

    private init(_ code: OpaquePointer) {
        self.code = code
        limits = Self.limits(Self.matchLimit)
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_code_free_8(code)
    }

    private static func limits(_ steps: UInt32) -> OpaquePointer? {
        let limits = pcre2_match_context_create_8(nil)
        pcre2_set_match_limit_8(limits, steps)
        pcre2_set_depth_limit_8(limits, steps)
        return limits
    }

    func match(_ bytes: ArraySlice<UInt8>, _ options: UInt32, mustBeWhole: Bool = false) -> PatternOutcome {
        guard bytes.count > Self.shortSubject else { return match(bytes, options, mustBeWhole, limits) }
        let more = UInt32(clamping: bytes.count).multipliedReportingOverflow(by: Self.stepsPerByte).partialValue
        let limits = Self.limits(Self.matchLimit.addingReportingOverflow(more).partialValue)
        defer { pcre2_match_context_free_8(limits) }
        return match(bytes, options, mustBeWhole, limits)
    }

    private func match(
        _ bytes: ArraySlice<UInt8>, _ options: UInt32, _ mustBeWhole: Bool, _ limits: OpaquePointer?
    ) -> PatternOutcome {
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
            return isWhole || !mustBeWhole ? .matched : .unmatched
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT: return .overLimit
        default: return .unmatched
        }
    }
}
