internal import Catalogue

extension System {
    /// Apple's names for network failures; it has no dialect.
    static let urlErrors = System(URLErrors())
}
