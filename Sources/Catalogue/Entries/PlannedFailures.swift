internal import Wire

/// The failures that are planned for later versions, by name. Made when a name is looked up that no failure has.
public struct PlannedFailures: Sendable, RandomAccessCollection {
    private var all: [PlannedFailure] = []
    /// By the name of the failure, the words that may follow it.
    private var variants: [String: [Substring]] = [:]

    init() {
        for group in Self.groups {
            for row in group.names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                let parts = row.split(separator: "=")
                let name = "\(group.system)/\(parts[0])"
                all.append(PlannedFailure(name, group.reason, group.kind, pathNeeds: group.pathNeeds))
                if parts.count > 1 { variants[name] = parts[1].split(separator: ",") }
            }
        }
    }

    public var startIndex: Int { all.startIndex }
    public var endIndex: Int { all.endIndex }
    public subscript(position: Int) -> PlannedFailure { all[position] }

    /// The failure of that name, or of the name before its last slash, if a variant of it is behind that.
    public subscript(name: String) -> PlannedFailure? {
        if let failure = all.first(where: { $0.name == name }) { return failure }
        guard let slash = name.lastIndex(of: "/") else { return nil }
        let base = String(name[..<slash])
        guard variants[base]?.contains(name[name.index(after: slash)...]) == true else { return nil }
        return self[base]?.named(name)
    }

    /// Names, separated by blanks, each with its variants behind `=`.
    private struct Group {
        let system: String
        let reason: String
        let kind: Failure.Kind
        let names: String
        var pathNeeds: [PathNeed] = []
    }

    private static let groups = http2 + proxy

    // MARK: HTTP/2

    private static func http2(_ kind: Failure.Kind, _ names: String) -> Group {
        Group(system: "http2", reason: "it needs HTTP/2", kind: kind, names: names)
    }

    /// The names of RFC 9113, 7.
    private static let codes = """
        NO_ERROR,PROTOCOL_ERROR,INTERNAL_ERROR,FLOW_CONTROL_ERROR,SETTINGS_TIMEOUT,STREAM_CLOSED,FRAME_SIZE_ERROR,\
        REFUSED_STREAM,CANCEL,COMPRESSION_ERROR,CONNECT_ERROR,ENHANCE_YOUR_CALM,INADEQUATE_SECURITY,HTTP_1_1_REQUIRED
        """

    /// One of whose variants some spoil an answer and others send none is a spoiler: it can stand beside a reply.
    private static let http2 = [
        http2(
            .spoiler,
            """
            rst-stream=\(codes) goaway=\(codes) early-reply=no-error,internal-error,none
            data-before-headers
            frame-on-closed-stream=data,headers,continuation,window-update,rst-stream,reset-data,reset-headers,\
            reset-continuation
            frame-on-idle-stream=data,rst-stream,window-update,continuation,headers,even
            frame-on-stream-zero=data,headers,priority,rst-stream,push-promise,continuation
            frame-off-stream-zero=ping,settings,goaway
            wrong-length=ping,settings,settings-ack,window-update,rst-stream,priority,goaway,push-promise,\
            padded-data,priority-headers
            oversized-frame=data,headers bad-padding=data,headers padded self-dependency=priority,headers
            unknown-frame=type,flags,reserved-bit,in-headers
            unfinished-continuation=data,priority,ping,other-stream,stream-zero,silence
            extra-continuation=headers,continuation continuation-flood=empty,fields oversized-head
            broken-hpack=index,zero-index,dynamic-index,truncated,huffman-padding,huffman-eos,table-size,\
            late-table-size,integer
            hpack-bomb missing-status duplicate-status late-status bad-pseudo=unknown,request
            bad-status=text,empty,long,short,101 upper-case-field
            connection-field=connection,keep-alive,transfer-encoding,upgrade,te
            bad-field=empty-name,space,colon,crlf,nul length-too-long length-too-short
            bad-length=text,negative,list,two unexpected-body=204,304,head missing-end-stream missing-trailers
            trailers bad-trailers=pseudo,upper-case,no-end-stream interim-after-final second-head
            interim-end-stream interim-data interim-flood unasked-push=own,closed-stream,odd,twice misdirected
            flow-control-violation=window-update,connection,zero,connection-zero,settings,data unasked-pong
            control-flood=ping,settings,empty-data,window-update,priority,unknown stall-in-frame=headers,data
            """),
        http2(.ending, "upload-window=never,one-byte shrinking-window"),
        http2(
            .connection,
            """
            goaway-at-start idle-goaway=close,open idle-close=close,reset zombie zero-window=streams,connection
            settings-never-sent=answer,silence settings-late settings-not-acknowledged
            first-frame=ping,goaway,unknown,ack
            invalid-settings=push-2,push-1,window,frame-small,frame-large,frame-0,connect-2
            legal-settings=unknown,table-0,table-max,list-1 unasked-settings-ack stream-limit=0,1,refuse
            ping-unanswered http1-after-alpn preface-garbage
            """),
    ]

    /// They stand in `connections`, and in rules for CONNECT.
    private static let proxy = [
        Group(
            system: "proxy", reason: "it needs a gateway that is somebody's proxy", kind: .connection,
            names: """
                connect-status connect-garbage connect-close socks4-reply socks4-version socks5-method socks5-version
                socks5-credentials socks5-reply socks5-address-type socks5-close pac-broken
                """)
    ]
}
