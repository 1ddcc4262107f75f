/// The codes of `NSCocoaErrorDomain` about documents, and what a server does that causes them.
enum DocumentErrorRows {
    /// number | symbol | phases, or - | origin: natural if Foundation raises it, app-mapped if the app does, or - |
    /// causes, or - | how it is caused, or why nothing causes it | what Foundation reports on Linux, or -; after = it
    /// reports the code itself
    static let text = """
        4 | NSFileNoSuchFileError | saving, reverting, deleting, moving | app-mapped | documents/missing; documents/missing by=gone | DELETE/MOVE/PUT: 404 or 410; parent collection missing (409 in WebDAV) | -
        255 | NSFileLockingError | opening, saving, deleting, moving, locking | app-mapped | documents/locked | PUT/LOCK: 423 Locked with a lock owner | -
        256 | NSFileReadUnknownError | opening, reverting | natural | http/status/500; tcp/close-mid-body; http/redirect-loop; tcp/refuse | GET: any 4xx/5xx, truncated body (Content-Length larger than sent), refused port, unknown host, unknown scheme | = Data(contentsOf:), for any 4xx or 5xx but 401, a body that ends early, a refused port
        257 | NSFileReadNoPermissionError | opening | app-mapped | documents/forbidden; http/challenge | GET: 403; 401 after credentials were refused | Data(contentsOf:) takes the body of a 401 for the document
        258 | NSFileReadInvalidFileNameError | opening | app-mapped | documents/bad-name | GET: 400 for a document name the store rejects | -
        259 | NSFileReadCorruptFileError | opening, reverting | natural | documents/corrupt; http/invalid-utf8; http/html; http/truncated-json; http/bad-gzip | GET: 200 with flipped bytes, wrong checksum, HTML instead of the document, bytes invalid in the text encoding | = String(contentsOf:encoding:) of what is no UTF-8, which Darwin documents as 261
        260 | NSFileReadNoSuchFileError | opening, reverting | app-mapped | documents/missing; documents/missing by=gone | GET: 404 or 410 | = String(contentsOf:usedEncoding:) of any http URL that fails
        261 | NSFileReadInapplicableStringEncodingError | opening | natural | documents/wrong-charset; documents/wrong-charset by=utf-8 | GET: 200 text whose bytes contradict the charset in Content-Type | String(contentsOf:encoding:) says 259
        262 | NSFileReadUnsupportedSchemeError | opening | natural | http/redirect-to location=x-martian://document; http/redirect-to by=ftp | GET: redirect to an unknown scheme, or a document link with one | Data(contentsOf:) says 256
        263 | NSFileReadTooLargeError | opening | app-mapped | http/too-large; http/status/413 | GET: 200 with a huge Content-Length; or 413 on a range request | -
        264 | NSFileReadUnknownStringEncodingError | opening | natural | documents/wrong-charset by=unknown; documents/wrong-charset by=none | GET: text with no charset and no detectable encoding, or charset=x-martian | an unknown charset is ignored; where none is said String(contentsOf:encoding:) says 259, and String(contentsOf:usedEncoding:) 260
        512 | NSFileWriteUnknownError | saving, deleting, moving | app-mapped | http/status/500; http/status/502; documents/conflict; tcp/reset-mid-upload | PUT: 500, 502, 412, RST during the upload | -
        513 | NSFileWriteNoPermissionError | saving, deleting, moving, locking | app-mapped | documents/forbidden; http/challenge | PUT/DELETE: 403 or 401 | -
        514 | NSFileWriteInvalidFileNameError | saving, moving | app-mapped | documents/bad-name | PUT: 400 for the target name | -
        516 | NSFileWriteFileExistsError | saving, moving | app-mapped | documents/exists; documents/exists by=conflict | PUT If-None-Match: * / MOVE Overwrite: F: 412, or 409 | -
        517 | NSFileWriteInapplicableStringEncodingError | saving | app-mapped | documents/unsupported-charset; documents/wrong-charset | GET then PUT: 415 for the charset; or a document given out as US-ASCII whose text later cannot be encoded | = String.write(to:atomically:encoding:) of text that the encoding does not have
        518 | NSFileWriteUnsupportedSchemeError | saving | natural | documents/unsupported; documents/unsupported by=not-allowed | PUT: 501 or 405 for the target scheme; also a store link with an http URL used as write target | = Data.write(to:) with an http URL, before anything is sent
        640 | NSFileWriteOutOfSpaceError | saving, moving | app-mapped | documents/out-of-space; documents/out-of-space by=disk; documents/out-of-space by=length | PUT: 507 Insufficient Storage; 413 for quota | -
        642 | NSFileWriteVolumeReadOnlyError | saving, deleting, moving, locking | app-mapped | documents/read-only; documents/read-only by=maintenance | PUT: 405 with Allow: GET, HEAD; or 503 in read-only maintenance | -
        768 | NSFileManagerUnmountUnknownError | - | - | - | unmounting of a local volume | -
        769 | NSFileManagerUnmountBusyError | - | - | - | unmounting of a local volume | -
        1024 | NSKeyValueValidationError | opening, saving | app-mapped | documents/invalid-values; documents/invalid-values by=empty; documents/invalid-values by=null | GET: 200 with values outside the model rules | -
        2048 | NSFormattingError | opening | natural | documents/unformatted-values; documents/unformatted-values by=number | GET: 200 with a date or number the formatter refuses | = Date(_:strategy:) and IntegerParseStrategy
        3072 | NSUserCancelledError | opening, saving | app-mapped | http/timeout; http/slow-headers; tcp/slow; tcp/stall-mid-body; tcp/stop-reading; http/challenge | GET/PUT: very slow answer until the user or app gives up; 401 challenge the user dismisses | -
        3328 | NSFeatureUnsupportedError | opening, saving, locking | app-mapped | documents/unsupported; documents/unsupported by=not-allowed | LOCK/PROPFIND/PUT: 501 or 405 | -
        3584 | NSExecutableNotLoadableError | - | - | - | loading of local code | -
        3585 | NSExecutableArchitectureMismatchError | - | - | - | loading of local code | -
        3586 | NSExecutableRuntimeMismatchError | - | - | - | loading of local code | -
        3587 | NSExecutableLoadError | - | - | - | loading of local code | -
        3588 | NSExecutableLinkError | - | - | - | loading of local code | -
        3840 | NSPropertyListReadCorruptError | opening | natural | http/truncated-json; http/invalid-utf8; http/empty-body; http/html; documents/unknown-version | GET: 200 with a truncated or garbage plist or JSON, or bad UTF-8 | = JSONSerialization and PropertyListSerialization
        3841 | NSPropertyListReadUnknownVersionError | opening | natural | documents/unknown-version | GET: 200 with a bplist header of an unknown version | PropertyListSerialization says 3840
        3842 | NSPropertyListReadStreamError | opening | natural | tcp/close-mid-body; tcp/reset-mid-body | GET: stream cut while a plist is parsed from it | -
        3851 | NSPropertyListWriteStreamError | saving | app-mapped | tcp/reset-mid-upload; tcp/close-mid-upload | PUT: connection reset while a plist is streamed up | -
        3852 | NSPropertyListWriteInvalidError | - | - | - | the app built an object that is no property list | -
        4097 | NSXPCConnectionInterrupted | - | - | - | local process connection | -
        4099 | NSXPCConnectionInvalid | - | - | - | local process connection | -
        4101 | NSXPCConnectionReplyInvalid | - | - | - | local process connection | -
        4353 | NSUbiquitousFileUnavailableError | opening | app-mapped | documents/missing; documents/missing by=gone; documents/unavailable | GET: 404/410/503 for the content while the listing still shows the document | -
        4354 | NSUbiquitousFileNotUploadedDueToQuotaError | saving | app-mapped | documents/out-of-space; documents/out-of-space by=length | PUT: 507, or 413 with a quota body | -
        4355 | NSUbiquitousFileUbiquityServerNotAvailable | opening, saving, reverting, deleting, moving, locking | app-mapped | documents/unavailable; http/timeout; tcp/refuse | any: 503, refused port, silence | -
        4608 | NSUserActivityHandoffFailedError | - | - | - | device-to-device handoff | -
        4609 | NSUserActivityConnectionUnavailableError | - | - | - | device-to-device handoff | -
        4610 | NSUserActivityRemoteApplicationTimedOutError | - | - | - | device-to-device handoff | -
        4611 | NSUserActivityHandoffUserInfoTooLargeError | - | - | - | device-to-device handoff | -
        4864 | NSCoderReadCorruptError | opening | natural | documents/damaged-archive; http/truncated-json | GET: 200 with a damaged keyed archive | = NSKeyedUnarchiver of the archive, JSONDecoder of the JSON
        4865 | NSCoderValueNotFoundError | opening | natural | documents/missing-key; documents/missing-key by=archive | GET: 200 with an archive that lacks a required key | = JSONDecoder of the JSON; of the archive NSKeyedUnarchiver says 4864
        4866 | NSCoderInvalidValueError | - | - | - | the app encoded an impossible value | -
        4992 | NSBundleOnDemandResourceOutOfSpaceError | - | - | - | App Store on-demand resources | -
        4993 | NSBundleOnDemandResourceExceededMaximumSizeError | - | - | - | App Store on-demand resources | -
        4994 | NSBundleOnDemandResourceInvalidTagError | - | - | - | App Store on-demand resources | -
        5120 | NSCloudSharingNetworkFailureError | sharing | app-mapped | tcp/reset; http/timeout; tcp/refuse | any: reset, refusal or silence of the sharing endpoint | -
        5121 | NSCloudSharingQuotaExceededError | sharing | app-mapped | documents/out-of-space | PUT/POST: 507 | -
        5122 | NSCloudSharingTooManyParticipantsError | sharing | app-mapped | documents/too-many-participants; documents/too-many-participants by=unprocessable | POST: 409 or 422 with a participant limit body | -
        5123 | NSCloudSharingConflictError | saving, reverting, sharing | app-mapped | documents/conflict; documents/conflict by=conflict | PUT If-Match: 412 or 409, newer version exists | -
        5124 | NSCloudSharingNoPermissionError | sharing | app-mapped | documents/forbidden | any: 403 | -
        5375 | NSCloudSharingOtherError | sharing | app-mapped | http/status/500 | any: 500 | -
        5376 | NSCompressionFailedError | - | - | - | the app compresses by itself | -
        5377 | NSDecompressionFailedError | opening | natural | documents/corrupt | GET: 200 with bytes that are not in the compressed form that the app reads | -
        """
}
