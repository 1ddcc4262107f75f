/// The failures of the connection beneath HTTP, from the accept on.
enum TCPFailures {
    static let all: [Failure] = [
        .resetOnFirstByte,
        .reset,
        .close,
        .closeMidHeaders,
        .resetMidBody,
        .closeMidBody,
        .stallMidBody,
        .slow,
        .resetMidUpload,
        .closeMidUpload,
        .stopReading,
    ]
}
