/// The codes of `NSCocoaErrorDomain` around documents, and what a server does that leads to them.
enum DocumentErrorRows {
    /// number | symbol | group | phases of a document, or - | who makes the code of it, or - | causes, ? for what needs
    /// the document store, or - | how, or why not
    static let text = """
        4 | NSFileNoSuchFileError | file | save/revert | app-mapped | http/status/404; http/status/410; http/status/409 | DELETE/MOVE/PUT: 404 or 410; parent collection missing (409 in WebDAV)
        255 | NSFileLockingError | file | open/save | app-mapped | http/status/423 | PUT/LOCK: 423 Locked with a lock owner
        256 | NSFileReadUnknownError | read | open/revert | natural | http/status/500; tcp/close-mid-body; http/redirect-loop; tcp/refuse | GET: any 4xx/5xx, truncated body (Content-Length larger than sent), refused port, unknown host, unknown scheme
        257 | NSFileReadNoPermissionError | read | open | app-mapped | http/status/403; http/challenge | GET: 403; 401 after credentials were refused
        258 | NSFileReadInvalidFileNameError | read | open | app-mapped | http/status/400 | GET: 400 for a document name the store rejects
        259 | NSFileReadCorruptFileError | read | open/revert | natural | http/truncated-json; http/html; http/invalid-utf8; http/bad-gzip | GET: 200 with flipped bytes, wrong checksum, HTML instead of the document, bytes invalid in the text encoding
        260 | NSFileReadNoSuchFileError | read | open/revert | app-mapped | http/status/404; http/status/410 | GET: 404 or 410
        261 | NSFileReadInapplicableStringEncodingError | read | open | natural | http/invalid-utf8; http/wrong-content-type type=text/plain,charset=us-ascii | GET: 200 text whose bytes contradict the charset in Content-Type
        262 | NSFileReadUnsupportedSchemeError | read | open | natural | http/redirect-to location=x-martian://document; http/redirect-to by=ftp | GET: redirect to an unknown scheme, or a document link with one
        263 | NSFileReadTooLargeError | read | open | app-mapped | http/too-large; http/status/413 | GET: 200 with a huge Content-Length; or 413 on a range request
        264 | NSFileReadUnknownStringEncodingError | read | open | natural | http/wrong-content-type type=text/plain,charset=x-martian | GET: text with no charset and no detectable encoding, or charset=x-martian
        512 | NSFileWriteUnknownError | write | save | app-mapped | http/status/500; http/status/502; http/status/412; tcp/reset-mid-upload | PUT: 500, 502, 412, RST during the upload
        513 | NSFileWriteNoPermissionError | write | save | app-mapped | http/status/403; http/status/401 | PUT/DELETE: 403 or 401
        514 | NSFileWriteInvalidFileNameError | write | save | app-mapped | http/status/400 | PUT: 400 for the target name
        516 | NSFileWriteFileExistsError | write | save | app-mapped | http/status/412; http/status/409 | PUT If-None-Match: * / MOVE Overwrite: F: 412, or 409
        517 | NSFileWriteInapplicableStringEncodingError | write | save | app-mapped | http/status/415 | GET then PUT: 415 for the charset; or a document given out as US-ASCII whose text later cannot be encoded
        518 | NSFileWriteUnsupportedSchemeError | write | save | natural | http/status/501; http/status/405 | PUT: 501 or 405 for the target scheme; also a store link with an http URL used as write target
        640 | NSFileWriteOutOfSpaceError | write | save | app-mapped | http/status/507; http/status/413 | PUT: 507 Insufficient Storage; 413 for quota
        642 | NSFileWriteVolumeReadOnlyError | write | save | app-mapped | http/status/405; http/status/503 | PUT: 405 with Allow: GET, HEAD; or 503 in read-only maintenance
        1024 | NSKeyValueValidationError | validation | save (managed document) | app-mapped | ? | GET: 200 with values outside the model rules
        2048 | NSFormattingError | formatting | open | natural | ? | GET: 200 with a date or number the formatter refuses
        3072 | NSUserCancelledError | general | open/save | app-mapped | http/timeout; http/slow-headers; tcp/slow; http/challenge | GET/PUT: very slow answer until the user or app gives up; 401 challenge the user dismisses
        3328 | NSFeatureUnsupportedError | general | open/save | app-mapped | http/status/501; http/status/405 | LOCK/PROPFIND/PUT: 501 or 405
        3584 | NSExecutableNotLoadableError | executable | - | - | - | loading of local code
        3585 | NSExecutableArchitectureMismatchError | executable | - | - | - | loading of local code
        3586 | NSExecutableRuntimeMismatchError | executable | - | - | - | loading of local code
        3587 | NSExecutableLoadError | executable | - | - | - | loading of local code
        3588 | NSExecutableLinkError | executable | - | - | - | loading of local code
        3840 | NSPropertyListReadCorruptError | serialisation | open | natural | http/truncated-json; http/invalid-utf8; http/empty-body; http/html | GET: 200 with a truncated or garbage plist or JSON, or bad UTF-8
        3841 | NSPropertyListReadUnknownVersionError | serialisation | open | natural | ? | GET: 200 with a bplist header of an unknown version
        3842 | NSPropertyListReadStreamError | serialisation | open | natural | tcp/close-mid-body; tcp/reset-mid-body | GET: stream cut while a plist is parsed from it
        3851 | NSPropertyListWriteStreamError | serialisation | save | app-mapped | tcp/reset-mid-upload; tcp/close-mid-upload | PUT: connection reset while a plist is streamed up
        3852 | NSPropertyListWriteInvalidError | serialisation | save | - | - | the app built an object that is no property list
        4097 | NSXPCConnectionInterrupted | xpc | - | - | - | local process connection
        4099 | NSXPCConnectionInvalid | xpc | - | - | - | local process connection
        4101 | NSXPCConnectionReplyInvalid | xpc | - | - | - | local process connection
        4353 | NSUbiquitousFileUnavailableError | ubiquity | open | app-mapped | http/status/404; http/status/410; http/status/503 | GET: 404/410/503 for the content while the listing still shows the document
        4354 | NSUbiquitousFileNotUploadedDueToQuotaError | ubiquity | save | app-mapped | http/status/507; http/status/413 | PUT: 507, or 413 with a quota body
        4355 | NSUbiquitousFileUbiquityServerNotAvailable | ubiquity | open/save | app-mapped | http/status/503; http/timeout; tcp/refuse | any: 503, refused port, silence
        4608 | NSUserActivityHandoffFailedError | handoff | - | - | - | device-to-device handoff
        4609 | NSUserActivityConnectionUnavailableError | handoff | - | - | - | device-to-device handoff
        4610 | NSUserActivityRemoteApplicationTimedOutError | handoff | - | - | - | device-to-device handoff
        4611 | NSUserActivityHandoffUserInfoTooLargeError | handoff | - | - | - | device-to-device handoff
        4864 | NSCoderReadCorruptError | coder | open | natural | ? | GET: 200 with a damaged keyed archive
        4865 | NSCoderValueNotFoundError | coder | open | natural | ? | GET: 200 with an archive that lacks a required key
        4866 | NSCoderInvalidValueError | coder | save | - | - | the app encoded an impossible value
        4992 | NSBundleOnDemandResourceOutOfSpaceError | bundle | - | - | - | App Store on-demand resources
        4993 | NSBundleOnDemandResourceExceededMaximumSizeError | bundle | - | - | - | App Store on-demand resources
        4994 | NSBundleOnDemandResourceInvalidTagError | bundle | - | - | - | App Store on-demand resources
        5120 | NSCloudSharingNetworkFailureError | cloud sharing | share | app-mapped | tcp/reset; http/timeout; tcp/refuse | any: reset, refusal or silence of the sharing endpoint
        5121 | NSCloudSharingQuotaExceededError | cloud sharing | share | app-mapped | http/status/507 | PUT/POST: 507
        5122 | NSCloudSharingTooManyParticipantsError | cloud sharing | share | app-mapped | http/status/409; http/status/422 | POST: 409 or 422 with a participant limit body
        5123 | NSCloudSharingConflictError | cloud sharing | save/share | app-mapped | http/status/412; http/status/409 | PUT If-Match: 412 or 409, newer version exists
        5124 | NSCloudSharingNoPermissionError | cloud sharing | share | app-mapped | http/status/403 | any: 403
        5375 | NSCloudSharingOtherError | cloud sharing | share | app-mapped | http/status/500 | any: 500
        """
}
