/// The failures of the port, of the TCP connection when it is accepted, and later.
enum TCPFailures {
    static let all: [Failure] = [
        .refuse,
        .connectTimeout,
        .resetOnAccept,
        .closeOnAccept,
        .silent,
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
