internal import CPCRE2
internal import CZlib
internal import GatewayServer
internal import TLS

/// The version of this gateway, as `mishap --version` and the control API tell it.
public enum MishapVersion {
    public static let text = "0.2.0-dev"

    /// The libraries that are loaded, each with its version.
    public static var libraries: [(name: String, version: String)] {
        // Such as "10.42 2022-12-11", with a zero at its end.
        var words = [CChar](repeating: 0, count: 64)
        if Int(pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil)) <= words.count {
            pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &words)
        }
        let pcre2 = words.prefix { $0 != 0 && $0 != 0x20 }.map(UInt8.init(bitPattern:))
        return [
            ("libmicrohttpd", Server.libraryVersion), ("GnuTLS", TLSLibrary.version),
            ("PCRE2", String(decoding: pcre2, as: UTF8.self)), ("zlib", String(cString: zlibVersion())),
        ]
    }
}
