import Testing

/// Tests that each need most of the machine: one after the other, beside all the light ones.
@Suite(.serialized) enum LoadTests {}
