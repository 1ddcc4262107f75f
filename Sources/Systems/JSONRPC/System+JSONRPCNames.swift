internal import Catalogue

extension System {
    /// Names in the documents of JSON-RPC that are no failures by themselves.
    static let namesOfJSONRPC: [ForeignName] = [
        ForeignName("JSONRPCErrorJSONObjectKey", "jsonrpc/JSONRPCServerErrorDomain"),
        ForeignName(
            "methodCall:shouldForwardConnectionError: methodCall:shouldForwardConnectionError "
                + "shouldForwardConnectionError shouldForwardConnectionError: JSONRPCResponseHandler JSONRPCService",
            "jsonrpc/NSURLErrorDomain", "jsonrpc/EPARSE", "jsonrpc/JSONRPCFormatErrorCode",
            "jsonrpc/JSONRPCConversionErrorCode"),
    ]
}
