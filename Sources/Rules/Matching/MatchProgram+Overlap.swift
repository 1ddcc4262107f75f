extension MatchProgram {
    /// Whether a request may match the path and the method of both.
    public func overlaps(_ other: MatchProgram) -> Bool {
        Self.overlap(indexPath ?? path, other.indexPath ?? other.path)
            && (methods.isAny || other.methods.isAny
                || !Set(methods.names).isDisjoint(with: other.methods.names))
    }

    private static func overlap(_ path: Path, _ other: Path) -> Bool {
        switch (path, other) {
        case (.any, _), (_, .any): true
        case (.literal(let path), .literal(let other)): path == other
        case (.literal(let path), .template(let template)), (.template(let template), .literal(let path)):
            template.matches(path, path.indices)
        case (.template(let template), .template(let other)): template.overlaps(other)
        }
    }
}

extension PathTemplate {
    fileprivate func overlaps(_ other: PathTemplate) -> Bool {
        for (one, other) in zip(segments, other.segments) {
            switch (one, other) {
            case (.rest, _), (_, .rest): return true
            case (.literal(let one), .literal(let other)) where one != other: return false
            default: break
            }
        }
        let longer = segments.count > other.segments.count ? self : other
        let shorter = min(segments.count, other.segments.count)
        return longer.segments.count == shorter || longer.segments[shorter] == .rest
    }
}
