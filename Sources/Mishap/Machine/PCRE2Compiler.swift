internal import CPCRE2
internal import Glibc
public import Rules
internal import Synchronization

/// Regular expressions of PCRE2, with a limit on the steps of a match.
///
/// Subjects are bytes from the wire. A subject that is not UTF-8 is matched byte by byte: `.` and `\xff` are one byte each.
public struct PCRE2Compiler: PatternCompiler {
    public init() {}

    public func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
        PCRE2Code.compile(pattern, ignoreCase: ignoreCase, isOfBytes: false).map { $0 }
    }
}

/// Owns a compiled expression.
///
/// Unchecked: "The compiled form … is read-only and can be used by several threads at once"; match data is created for
/// each match.
private final class PCRE2Code: Pattern, @unchecked Sendable {
    private let code: OpaquePointer
    private let costs: PatternCosts
    private let pattern: String
    private let ignoreCase: Bool
    private let isOfBytes: Bool
    /// The same expression for subjects that are not UTF-8, made for the first.
    private let ofBytes = Mutex(ForBytes.unknown)

    private enum ForBytes {
        case unknown
        /// Nil if there is none: the expression is about characters beyond U+00FF.
        case known(PCRE2Code?)
    }

    static func compile(_ pattern: String, ignoreCase: Bool, isOfBytes: Bool) -> Result<PCRE2Code, PatternError> {
        // Callouts are how steps are counted.
        let options =
            (isOfBytes ? PCRE2_NEVER_UTF : PCRE2_UTF | PCRE2_MATCH_INVALID_UTF) | PCRE2_AUTO_CALLOUT
            | (ignoreCase ? PCRE2_CASELESS : 0)
        let bytes = Array(pattern.utf8)
        var error: Int32 = 0
        var offset = 0
        guard let code = pcre2_compile_8(bytes, bytes.count, UInt32(options), &error, &offset, nil) else {
            // ERR20: the compiled form has 64 KB at the most.
            let hint = error == 120 ? ": a group that is repeated by a number is in it as often as its number says" : ""
            return .failure(PatternError(message(of: error) + hint, offset: offset))
        }
        switch PatternCosts.of(code, bytes, ignoreCase: ignoreCase) {
        case .success(let costs):
            return .success(PCRE2Code(code, costs, pattern, ignoreCase: ignoreCase, isOfBytes: isOfBytes))
        case .failure(let error):
            pcre2_code_free_8(code)
            return .failure(error)
        }
    }

    private static func message(of code: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }

    private init(
        _ code: OpaquePointer, _ costs: PatternCosts, _ pattern: String, ignoreCase: Bool, isOfBytes: Bool
    ) {
        self.code = code
        self.costs = costs
        self.pattern = pattern
        self.ignoreCase = ignoreCase
        self.isOfBytes = isOfBytes
    }

    deinit { pcre2_code_free_8(code) }

    func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
        match(bytes, UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED), mustBeWhole: true, &steps)
    }

    func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
        match(bytes, 0, mustBeWhole: false, &steps)
    }

    private func match(
        _ bytes: ArraySlice<UInt8>, _ options: UInt32, mustBeWhole: Bool, _ steps: inout Int
    ) -> PatternOutcome {
        // Setting a match up takes much longer than this, and few of many rules match.
        if mustBeWhole, costs.mustBegin, steps > 0, !bytes.starts(with: costs.beginning) { return .unmatched }
        let outcome = matchOnce(bytes, options, mustBeWhole: mustBeWhole, &steps)
        guard outcome == .unmatched, !isOfBytes, let ofBytes = codeOfBytes(for: bytes, &steps) else { return outcome }
        return ofBytes.matchOnce(bytes, options, mustBeWhole: mustBeWhole, &steps)
    }

    /// The expression for a subject that is not UTF-8; nil for others, and where there is none.
    private func codeOfBytes(for bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PCRE2Code? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        steps = max(0, steps - bytes.count / Self.bytesPerStep)
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        return ofBytes.withLock { known in
            if case .known(let code) = known { return code }
            let code = try? Self.compile(pattern, ignoreCase: ignoreCase, isOfBytes: true).get()
            known = .known(code)
            return code
        }
    }

    /// Bytes that are found to be UTF-8 in a step.
    private static let bytesPerStep = 64

    private func matchOnce(
        _ bytes: ArraySlice<UInt8>, _ options: UInt32, mustBeWhole: Bool, _ steps: inout Int
    ) -> PatternOutcome {
        // "The subject may be NULL only where its length is zero" since 10.43; a pointer serves all versions.
        withUnsafePointer(to: UInt8(0)) { nothing in
            bytes.withUnsafeBufferPointer { buffer in
                let subject = UnsafeBufferPointer(start: buffer.baseAddress ?? nothing, count: buffer.count)
                var count = StepCount(costs, subject, steps: steps)
                defer { steps = max(0, count.left) }
                guard count.left > 0 else { return .overLimit }
                return match(subject, options, mustBeWhole: mustBeWhole, &count)
            }
        }
    }

    private func match(
        _ subject: UnsafeBufferPointer<UInt8>, _ options: UInt32, mustBeWhole: Bool, _ count: inout StepCount
    ) -> PatternOutcome {
        withUnsafeMutablePointer(to: &count) { count in
            // A failure counts as over the limit, not as no match, which would match inside of "not".
            guard
                let memory = pcre2_general_context_create_8(
                    { StepCount.allocate($0, $1) }, { memory, _ in free(memory) }, count)
            else { return .overLimit }
            let data = pcre2_match_data_create_8(1, memory)
            let context = pcre2_match_context_create_8(memory)
            defer {
                pcre2_match_context_free_8(context)
                pcre2_match_data_free_8(data)
                pcre2_general_context_free_8(memory)
            }
            guard let data, let context else { return .overLimit }
            pcre2_set_callout_8(context, { StepCount.callout($0, $1) }, count)
            // PCRE2's own limits start again at every position of a search, so they only back up the count of callouts.
            let limit = UInt32(clamping: 4 * count.pointee.left)
            pcre2_set_match_limit_8(context, limit)
            pcre2_set_depth_limit_8(context, limit)
            let result = pcre2_match_8(code, subject.baseAddress, subject.count, 0, options, data, context)
            switch result {
            case 0...:
                // Bytes that are not UTF-8 split a subject into pieces, and anchors match at the ends of each.
                let isWhole =
                    pcre2_get_startchar_8(data) == 0 && pcre2_get_ovector_pointer_8(data)[1] == subject.count
                return isWhole || !mustBeWhole ? .matched : .unmatched
            case PCRE2_ERROR_NOMATCH: return .unmatched
            // A limit, or an error such as an endless recursion.
            default: return .overLimit
            }
        }
    }
}
