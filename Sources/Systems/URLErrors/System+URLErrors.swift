internal import Catalogue

extension System {
    /// Apple's names for the failures of the network, which have no dialect.
    static let urlErrors = System(URLErrors())
}
