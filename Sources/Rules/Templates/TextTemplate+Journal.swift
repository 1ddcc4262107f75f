internal import Bytes
internal import Wire

/// Keys of `countBy`, as a journal tells them.
extension TextTemplate {
    /// Whether its text follows from a request alone: what variables, hits and times were is not known any more.
    public var followsFromRequest: Bool {
        dependsOnlyOnRequest
            && !pieces.contains { piece in
                switch piece {
                case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                    if case .variable = placeholder.source { true } else { false }
                case .literal: false
                }
            }
    }

    /// Whether it reads the body.
    public var readsBody: Bool {
        pieces.contains { piece in
            switch piece {
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder): placeholder.readsBody
            case .literal: false
            }
        }
    }

    /// Whether it reads a part of the request that is named like a secret.
    public var readsSecrets: Bool {
        pieces.contains { piece in
            switch piece {
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder): placeholder.readsSecret
            case .literal: false
            }
        }
    }

    /// The text for a request, if it follows from that alone.
    public func bytes(for content: RequestContent) -> [UInt8] {
        var rendering = Rendering(
            content.request, nil, content, key: DrawKey(seed: 0, rule: []), hit: 0, clock: EngineClock())
        return bytes(&rendering)
    }
}
