/// The failures of the TCP connection, after it was accepted.
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
        .slowClose,
        .resetMidUpload,
        .closeMidUpload,
        .stopReading,
    ]
}
