/// The version of this library, which is that of the Mishap it belongs to.
let libraryVersion = "0.2.0-dev"

/// The numbers of `0.2.0-dev`.
func numbers(ofVersion version: String) -> [Int] {
    let parts = version.split { $0 == "." || $0 == "-" }.prefix(3)
    return parts.prefix { Int($0) != nil }.compactMap { Int($0) }
}
