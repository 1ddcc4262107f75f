/// Media types of files by their extension, for the file types that are common in replies.
public enum ContentType {
    public static let unknown = "application/octet-stream"

    public static func ofFile(named path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return unknown }
        return switch path[path.index(after: dot)...].lowercased() {
        case "json": "application/json"
        case "txt": "text/plain; charset=utf-8"
        case "html", "htm": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "csv": "text/csv; charset=utf-8"
        case "xml": "application/xml"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "pdf": "application/pdf"
        case "wasm": "application/wasm"
        case "gz": "application/gzip"
        case "zip": "application/zip"
        case "mp4": "video/mp4"
        case "mp3": "audio/mpeg"
        case "woff2": "font/woff2"
        default: unknown
        }
    }
}
