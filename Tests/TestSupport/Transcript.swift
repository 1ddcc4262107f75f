public import HTTP1
public import Wire

/// The bytes that a script sends on an HTTP/1 connection, as text, with silences and the ending in angle brackets.
public func transcript(
    _ script: WireScript, head isHead: Bool = false, minorVersion: Int = 1, keepAlive: Bool = true,
    date: String? = nil
) -> String {
    let setting = HTTP1Head.Setting(
        date: date.map { Array($0.utf8) }, minorVersion: minorVersion, keepAlive: keepAlive)
    var encoder = HTTP1Encoder(script: script, isHead: isHead, setting: setting)
    return drain(&encoder)
}

public func drain(_ encoder: inout HTTP1Encoder) -> String {
    var text = ""
    while true {
        var buffer: [UInt8] = []
        let output = encoder.fill(&buffer)
        text += String(decoding: buffer, as: UTF8.self)
        switch output {
        case .more: continue
        case .wait(let time): text += "<wait \(time.durationText)>"
        case .limit(let time, .end(let ending)): text += "<after \(time.durationText): \(ending)>"
        case .limit(let time, .pause(let pause)): text += "<after \(time.durationText): wait \(pause.durationText)>"
        case .starved: return text + "<starved>"
        case .end(let ending): return text + "<\(ending)>"
        }
    }
}

extension Reply {
    /// Twelve bytes of JSON: what most tests here send.
    public static let sample = Reply(status: 200, contentType: "application/json", text: #"{"ok":true}"# + "\n")

    public static func text(_ parts: String...) -> Reply {
        Reply(body: parts.map { Part(.bytes(Array($0.utf8))) })
    }
}
