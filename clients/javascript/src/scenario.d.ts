// Types of scenarios, as their JSON Schema has them. Written by scripts/types.mjs: not to be edited.

/** A named situation: which requests get which answers and failures. */
export interface Scenario {
  /** The address of this schema, for editors. */
  $schema?: string
  /** What the scenario is, in a sentence. */
  description?: string
  /** What every draw of chance begins with. By default 0. */
  seed?: number
  /** The clock of a session: the machine's, or one that is told. By default "real". */
  clock?: 'real' | 'manual'
  /** Which requests get which answers: the first rule that matches takes the request. */
  rules?: Rule[]
  /** The answer to what no rule takes. */
  otherwise?: OnlyStep
  /** The system that the gateway speaks; plain HTTP where there is none. */
  system?: 'jsonrpc' | 'xmlrpc' | 'mtop' | 'salesforce' | 'graph' | 'documents'
  /** The variables of a session, with what they begin as. */
  variables?: Record<string, string | number | boolean>
  /** Lets pages of other origins use it from a browser. */
  cors?: true
  /** What becomes of connections behind answers. By default true. */
  keepAlive?: KeepAlive
  /** What the system can be told. */
  settings?: Record<string, unknown>
  /** A scenario whose rules follow those of this one. */
  extends?: string
  /** What clients should have done. */
  expect?: Expectation[]
  /** What becomes of connections to a port of its own; the last entry stays. */
  connections?: Connection[]
}

export interface Rule {
  /** What the journal calls it; "rule 1" and so on where nothing is said. No two rules share one. */
  name?: string
  /** What the rule is for. */
  description?: string
  /** Which requests it takes: all that is given must hold. Without it, all. */
  match?: Match
  /** What the requests get, one step after the other. A rule of one step can have its fields itself instead. */
  steps?: Step[]
  /** What follows the last step: it stays, the steps begin anew, or the rule no longer matches. By default "stay". */
  atEnd?: 'stay' | 'loop' | 'pass'
  /** Hits and limits are kept for each value of this, such as "{{request.path.id}}". */
  countBy?: string
  /** How many requests it takes in a time, and what others get. */
  rateLimit?: RateLimit
  /** How many of its answers are on their way at once, and what others get. */
  atOnce?: AtOnceLimit
  /** An answer, part by part. */
  reply?: Reply
  /** A failure by its name; `mishap catalogue` lists them. */
  fail?: Failure
  /** What the failure is told; `mishap explain NAME` lists it. */
  with?: Record<string, unknown>
  /** One of several steps, by chance. */
  choose?: Item[]
  /** Leaves the request to the rules below; the hit counts. */
  pass?: true
  /** How many hits it lasts. By default 1. */
  times?: number
  /** How long it waits before the first byte. */
  delay?: Delay
  /** How fast the body goes out. */
  pace?: Pace
  /** Where the response breaks off, and how the connection ends. */
  cut?: Cut
  /** What becomes of the connection; `raw` closes it without this. */
  keepAlive?: KeepAlive
  /** How fast the request's body is read. */
  readPace?: ReadPace
  /** Variables that it sets; strings may have placeholders. */
  set?: Record<string, string | number | boolean>
  /** How long it lasts, from its first hit on. */
  for?: Span
  /** Of documents: What somebody else does to the documents when it is taken. */
  store?: StoreChanges
}

export interface OnlyStep {
  /** What the step is for. */
  description?: string
  /** An answer, part by part. */
  reply?: Reply
  /** A failure by its name; `mishap catalogue` lists them. */
  fail?: Failure
  /** What the failure is told; `mishap explain NAME` lists it. */
  with?: Record<string, unknown>
  /** One of several steps, by chance. */
  choose?: Item[]
  /** Leaves the request to the rules below; the hit counts. */
  pass?: true
  /** How long it waits before the first byte. */
  delay?: Delay
  /** How fast the body goes out. */
  pace?: Pace
  /** Where the response breaks off, and how the connection ends. */
  cut?: Cut
  /** What becomes of the connection; `raw` closes it without this. */
  keepAlive?: KeepAlive
  /** How fast the request's body is read. */
  readPace?: ReadPace
  /** Variables that it sets; strings may have placeholders. */
  set?: Record<string, string | number | boolean>
  /** Of documents: What somebody else does to the documents when it is taken. */
  store?: StoreChanges
}

export type KeepAlive = {
  /** The time without a request after which the connection ends; 75s at most. */
  idle?: Span
  /** The connection ends right behind so many answers, none of which says so. */
  requests?: number
  /** A FIN, an RST, or an answer that nobody asked for with a FIN behind it. By default "close". */
  end?: 'close' | 'reset' | Unasked
  /** Answers tell the whole seconds of "idle": `Keep-Alive: timeout=5`. */
  announce?: true
} | boolean | string

export interface Expectation {
  /** What the verdict calls it. No two expectations share one. */
  name?: string
  /** What the expectation is for. */
  description?: string
  /** The requests that this rule answers. */
  rule?: string
  /** The requests that this match takes, whatever answers them. */
  match?: Match
  /** The requests that no rule takes. */
  unmatched?: true
  /** The connections that ended before a request, by this failure. */
  failure?: 'tcp/reset-on-accept' | 'tcp/close-on-accept' | 'tcp/reset-on-first-byte' | 'tcp/silent' | string
  /** Requests with different values of this, such as "{{request.path.id}}", are judged separately. */
  countBy?: string
  /** Only requests that come after the end of this are judged. */
  after?: After
  /** Only requests that come within this time are judged: from the end of "after", or from the first. */
  within?: Span
  /** How many of them come. */
  requests?: Requests
  /** How long the client waits from an answer's end to the next of them; a list is of the first gap, the second and so on, and the last stays. */
  gap?: Gap | Gap[]
  /** Each gap is longer than the one before. */
  backoff?: Backoff
  /** None comes before the time that a header asks for. */
  honours?: Honours
  /** Each of them meets this match. */
  every?: Match
  /** These parts are the same in all of them. */
  same?: string[]
  /** These parts are different in each of them. */
  distinct?: string[]
  /** How many connections they come by, or how many ended by the failure. */
  connections?: ConnectionsOrNone
  /** The first of them comes by a connection of its own. */
  newConnection?: true
  /** How long it takes until the client closes without an answer. */
  gaveUp?: GaveUp
  /** How many are open at the same time. */
  atOnce?: AtOnce
  /** Names of rules whose first hits come in this order; it stands alone. */
  order?: string[]
  /** The connections that ended before a request, by this TLS alert of the client. */
  alert?: 'close_notify' | 'unexpected_message' | 'bad_record_mac' | 'decryption_failed' | 'record_overflow' | 'decompression_failure' | 'handshake_failure' | 'no_certificate' | 'bad_certificate' | 'unsupported_certificate' | 'certificate_revoked' | 'certificate_expired' | 'certificate_unknown' | 'illegal_parameter' | 'unknown_ca' | 'access_denied' | 'decode_error' | 'decrypt_error' | 'too_many_cids_requested' | 'export_restriction' | 'protocol_version' | 'insufficient_security' | 'internal_error' | 'inappropriate_fallback' | 'user_canceled' | 'no_renegotiation' | 'missing_extension' | 'unsupported_extension' | 'certificate_unobtainable' | 'unrecognized_name' | 'bad_certificate_status_response' | 'bad_certificate_hash_value' | 'unknown_psk_identity' | 'certificate_required' | 'no_application_protocol' | 'ech_required'
}

export interface Connection {
  /** What the entry is for. */
  description?: string
  /** A failure of the connection or of the port, by its name. */
  fail?: ConnectionFailure
  /** The failure's parameters. */
  with?: Record<string, unknown>
  /** The connection is accepted, and its requests are answered. */
  accept?: true
  /** The time from the accept in which nothing happens yet. */
  delay?: Duration
  /** How many connections it lasts. By default 1. */
  times?: number
  /** How long it lasts: a state of the port from its beginning, connections from the first on. A port without it stays so until the control API opens it. */
  for?: Span
  /** What becomes of the connection before and between requests. */
  keepAlive?: KeepAlive
  /** How fast bytes are read from it. */
  readPace?: ReadPace
  /** How its TLS is to be. */
  tls?: ConnectionTLS
}

export interface Match {
  /** The method, in upper case as clients send it. */
  method?: string | string[] | TextValue
  /** The path: literal, or with {name} and * for a segment, and ** for all the rest; or its tests, decoded. */
  path?: string | TextValue
  /** The named segments of the path, decoded. */
  parameters?: Record<string, TextValue>
  /** The path with its query, as it was sent. */
  target?: TextValue
  /** Fields of the query. */
  query?: Record<string, FieldValue>
  /** Fields of the head. */
  headers?: Record<string, FieldValue>
  /** Cookies. */
  cookies?: Record<string, FieldValue>
  /** Fields of a form in the body. */
  form?: Record<string, FieldValue>
  /** The body, as text or bytes. */
  body?: BytesValue
  /** Parts of a multipart form, by name. */
  multipart?: Record<string, FormPart>
  /** Values within the body's JSON, each by its JSON Pointer (* is any element), or the whole of it. */
  json?: Record<string, JsonValue> | JsonValue
  /** Matches of which one must hold. */
  any?: InnerMatch[]
  /** A match that must not hold. */
  not?: InnerMatch
  /** What variables of the session must be. */
  variables?: Record<string, TextValue>
  /** The host that the request names, in lower case and without a port. */
  host?: TextValue
  /** The version of HTTP, over TLS or not. */
  protocol?: 'HTTP/1.0' | 'HTTP/1.1' | 'h2' | string | Array<'HTTP/1.0' | 'HTTP/1.1' | 'h2' | string> | TextValue
  /** What was agreed on in the TLS handshake; in the clear, nothing. */
  tls?: TlsMatch
  /**
   * Of jsonrpc: The method that is called.
   * Of xmlrpc: The method that is called.
   */
  rpc?: TextValue
  /**
   * Of jsonrpc: Takes a batch as one request (true), or only what is not a batch (false).
   * Of xmlrpc: Takes a multicall as one request (true), or only what is not a multicall (false).
   * Of salesforce: Takes a batch as one request (true), or only what is not a batch (false).
   * Of graph: Takes a batch as one request (true), or only what is not a batch (false).
   */
  batch?: boolean
  /** Of mtop: The API that is called, in lower case. */
  api?: TextValue
  /** Of mtop: The version of the API. */
  v?: TextValue
  /** Of salesforce: The path behind the version, decoded, such as /sobjects/Account. */
  resource?: TextValue
  /**
   * Of salesforce: The method of the request, or of the subrequest in a batch.
   * Of graph: The method in upper case, or that of the parameter method, which takes its place.
   */
  verb?: TextValue
  /** Of salesforce: The object that it is about, such as Account. */
  object?: TextValue
  /** Of salesforce: The ID of the record: 15 or 18 letters and digits behind the object. */
  id?: TextValue
  /** Of salesforce: The referenceId of a subrequest in a batch. */
  reference?: TextValue
  /** Of salesforce: The position in a batch; 1 for the first. */
  position?: TextValue
  /** Of graph: The first part of the path behind the version, such as me or a number. */
  node?: TextValue
  /** Of graph: What follows the node in the path; missing where nothing does. */
  edge?: TextValue
  /** Of graph: Path and query behind the version, without a slash in front, as a batch writes it. */
  relative_url?: TextValue
  /** Of graph: The version in the path, such as v20.0. */
  version?: TextValue
  /** Of documents: What is done: open, list, save, make-collection, properties, delete, move, copy, lock, unlock, options or other. */
  operation?: TextValue
  /** Of documents: The path, decoded and without a final slash, such as /notes/plan.txt. */
  document?: TextValue
  /** Of documents: Where COPY and MOVE go, decoded and without a final slash. */
  destination?: TextValue
}

export interface Step {
  /** What the step is for. */
  description?: string
  /** An answer, part by part. */
  reply?: Reply
  /** A failure by its name; `mishap catalogue` lists them. */
  fail?: Failure
  /** What the failure is told; `mishap explain NAME` lists it. */
  with?: Record<string, unknown>
  /** One of several steps, by chance. */
  choose?: Item[]
  /** Leaves the request to the rules below; the hit counts. */
  pass?: true
  /** How many hits it lasts. By default 1. */
  times?: number
  /** How long it waits before the first byte. */
  delay?: Delay
  /** How fast the body goes out. */
  pace?: Pace
  /** Where the response breaks off, and how the connection ends. */
  cut?: Cut
  /** What becomes of the connection; `raw` closes it without this. */
  keepAlive?: KeepAlive
  /** How fast the request's body is read. */
  readPace?: ReadPace
  /** Variables that it sets; strings may have placeholders. */
  set?: Record<string, string | number | boolean>
  /** How long it lasts, from its first hit on. */
  for?: Span
  /** Of documents: What somebody else does to the documents when it is taken. */
  store?: StoreChanges
}

export interface RateLimit {
  /** How many requests a window lets through. */
  allow: number
  /** How long a window is; the first request opens it. */
  per: Span
  /** What requests over the limit get; status 429 without it. */
  then?: OnlyStep
}

export interface AtOnceLimit {
  /** How many answers are on their way at once. */
  allow: number
  /** What requests over the limit get; status 503 without it. */
  then?: OnlyStep
}

export interface Reply {
  /** The status. By default 200. */
  status?: number | string
  /** The version in the status line. By default "1.1". */
  version?: '1.0' | '1.1'
  /** The reason phrase, in place of the usual one. */
  reason?: string
  /** Fields that are set; null takes one away. */
  headers?: Headers
  /** All fields as a list of pairs, to which nothing is added. */
  head?: Head
  /** A body of JSON, compact, with the numbers as they are written. */
  json?: unknown
  /** A body of plain text. */
  text?: string
  /** A body of HTML. */
  html?: string
  /** A body of any bytes. */
  base64?: string
  /** A body from a file beside the scenario, or below a folder called `files`, where its name may have placeholders. */
  file?: string
  /** The content of the file has placeholders. */
  template?: true
  /** A body of that many seeded bytes. */
  size?: BodySize
  /** A chunked body, chunk by chunk. */
  chunks?: Chunk[]
  /** The whole response, byte for byte. */
  raw?: Raw
  /** How the end of the body is told; by its length where nothing is said. Fields about it that are written stay as they are. */
  framing?: 'length' | 'chunked' | 'close'
  /** Fields behind a chunked body. */
  trailers?: Headers | Head
  /** Heads with a status of 1xx that go out first. */
  interim?: Interim[]
  /** Answers requests for a part of the body with that part. */
  ranges?: true
  /** Encodes the body for requests that accept it, or for all. */
  encoding?: Encoding
  /**
   * Of jsonrpc: A success of jsonrpc: any JSON, which goes out in its envelope.
   * Of xmlrpc: A success of xmlrpc: any JSON, which goes out in its envelope.
   */
  result?: unknown
  /** Of mtop: A success of mtop: any JSON, which goes out in its envelope. */
  data?: unknown
}

export type Failure = FailureName | number | (string & {})

/** Names of the catalogue that editors offer; there are further ones, such as those of systems. */
export type FailureName =
  | 'http/timeout'
  | 'http/slow-headers'
  | 'http/garbage'
  | 'http/malformed-status-line'
  | 'http/malformed-header'
  | 'http/oversized-header'
  | 'http/interim-flood'
  | 'http/unrequested-upgrade'
  | 'http/bad-chunk-size'
  | 'http/missing-last-chunk'
  | 'http/length-too-long'
  | 'http/length-too-short'
  | 'http/bad-length'
  | 'http/conflicting-lengths'
  | 'http/unknown-transfer-encoding'
  | 'http/html'
  | 'http/empty-body'
  | 'http/truncated-json'
  | 'http/invalid-utf8'
  | 'http/wrong-content-type'
  | 'http/bad-gzip'
  | 'http/truncated-gzip'
  | 'http/unknown-encoding'
  | 'http/too-large'
  | 'http/redirect-loop'
  | 'http/redirect-to'
  | 'http/redirect-to-file'
  | 'http/redirect-without-location'
  | 'http/challenge'
  | 'http/bad-cookie'
  | 'http/early-reply'
  | 'http/no-continue'
  | 'http/status/503'
  | 'tcp/reset-on-first-byte'
  | 'tcp/reset'
  | 'tcp/close'
  | 'tcp/close-mid-headers'
  | 'tcp/reset-mid-body'
  | 'tcp/close-mid-body'
  | 'tcp/stall-mid-body'
  | 'tcp/slow'
  | 'tcp/slow-close'
  | 'tcp/reset-mid-upload'
  | 'tcp/close-mid-upload'
  | 'tcp/stop-reading'
  | 'tls/no-close-notify'
  | 'tls/close-notify-before-answer'
  | 'tls/close-notify-mid-body'
  | 'tls/data-after-close-notify'
  | 'jsonrpc/NSURLErrorDomain'
  | 'jsonrpc/EPARSE'
  | 'jsonrpc/SBJSONErrorDomain/3'
  | 'jsonrpc/EEOF'
  | 'jsonrpc/SBJSONErrorDomain/11'
  | 'jsonrpc/EINPUT'
  | 'jsonrpc/SBJSONErrorDomain/12'
  | 'xmlrpc/ProtocolError'
  | 'xmlrpc/xmlrpc.client.ProtocolError'
  | 'xmlrpc/ExpatError'
  | 'xmlrpc/xml.parsers.expat.ExpatError'
  | 'mtop/IEC10001'
  | 'mtop/tbsdk request timeout'
  | 'mtop/ANDROID_SYS_NETWORK_ERROR'
  | 'mtop/EC10001'
  | 'mtop/FAIL_ACCS'
  | 'mtop/IEC10002'
  | 'mtop/Wrong_Server_Response'
  | 'mtop/IEC30001'
  | 'mtop/network_timeout'
  | 'mtop/ANDROID_SYS_JSONDATA_BLANK'
  | 'mtop/EC30000'
  | 'mtop/ANDROID_SYS_JSONDATA_PARSE_ERROR'
  | 'mtop/EC30001'
  | 'mtop/ANDROID_SYS_MTOP_APICALL_ASYNC_TIMEOUT'
  | 'mtop/EC40004'
  | 'mtop/-2001'
  | 'mtop/EASY_REASON_CONN_NOT_EXISTS'
  | 'mtop/-2004'
  | 'mtop/EASY_REASON_SESSION_TIMEOUT'
  | 'mtop/-2032'
  | 'mtop/EASY_REASON_SERVER_CLOSE'
  | 'mtop/-2037'
  | 'mtop/EASY_REASON_INVALID_DATA'
  | 'mtop/-2042'
  | 'mtop/-2046'
  | 'mtop/EASY_REASON_CB_READIDLE_ERROR'
  | 'mtop/-2048'
  | 'mtop/-2154'
  | 'mtop/-2332'
  | 'mtop/-2354'
  | 'mtop/-3509'
  | 'mtop/ERR_READ_END'
  | 'mtop/-3510'
  | 'mtop/ERR_WRITE_END'
  | 'mtop/-5001'
  | 'mtop/-5003'
  | 'mtop/NETERR_NO_POLICY'
  | 'salesforce/kSFOAuthErrorTimeout'
  | 'salesforce/667'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/667'
  | 'salesforce/kSFOAuthErrorMalformed'
  | 'salesforce/668'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/668'
  | 'salesforce/kSFOAuthErrorUnknownAdvancedAuthConfig'
  | 'salesforce/680'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/680'
  | 'salesforce/kSFOAuthErrorRequestCancelled'
  | 'salesforce/683'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/683'
  | 'salesforce/kSFOAuthErrorRefreshFailed'
  | 'salesforce/684'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/684'
  | 'salesforce/kSFIdentityErrorUnknown'
  | 'salesforce/766'
  | 'salesforce/com.salesforce.Identity.ErrorDomain/766'
  | 'salesforce/kSFIdentityErrorNoData'
  | 'salesforce/767'
  | 'salesforce/com.salesforce.Identity.ErrorDomain/767'
  | 'salesforce/kSFIdentityErrorDataMalformed'
  | 'salesforce/768'
  | 'salesforce/com.salesforce.Identity.ErrorDomain/768'
  | 'salesforce/kSFIdentityErrorBadHttpResponse'
  | 'salesforce/kSFIdentityErrorTypeBadHttpResponse'
  | 'salesforce/769'
  | 'salesforce/com.salesforce.Identity.ErrorDomain/769'
  | 'salesforce/kSFOAuthErrorDomain'
  | 'salesforce/apiResponseIsEmpty'
  | 'salesforce/apiFailed'
  | 'salesforce/decodingFailed'
  | 'salesforce/jsonSerialization'
  | 'salesforce/didLoadResponse'
  | 'salesforce/request:didLoadResponse'
  | 'salesforce/request:didLoadResponse:'
  | 'salesforce/didFailLoadWithError'
  | 'salesforce/request:didFailLoadWithError'
  | 'salesforce/request:didFailLoadWithError:'
  | 'salesforce/requestDidCancelLoad'
  | 'salesforce/request:requestDidCancelLoad'
  | 'salesforce/requestDidCancelLoad:'
  | 'salesforce/request:requestDidCancelLoad:'
  | 'salesforce/requestDidTimeout'
  | 'salesforce/request:requestDidTimeout'
  | 'salesforce/requestDidTimeout:'
  | 'salesforce/request:requestDidTimeout:'
  | 'graph/FBSDKErrorUnknown'
  | 'graph/com.facebook.sdk.core/3'
  | 'graph/FBSDKUnknownErrorCode'
  | 'graph/FBSDKErrorNetwork'
  | 'graph/com.facebook.sdk.core/4'
  | 'graph/FBSDKNetworkErrorCode'
  | 'documents/256'
  | 'documents/NSFileReadUnknownError'
  | 'documents/257'
  | 'documents/NSFileReadNoPermissionError'
  | 'documents/259'
  | 'documents/NSFileReadCorruptFileError'
  | 'documents/262'
  | 'documents/NSFileReadUnsupportedSchemeError'
  | 'documents/263'
  | 'documents/NSFileReadTooLargeError'
  | 'documents/512'
  | 'documents/NSFileWriteUnknownError'
  | 'documents/513'
  | 'documents/NSFileWriteNoPermissionError'
  | 'documents/3072'
  | 'documents/NSUserCancelledError'
  | 'documents/3840'
  | 'documents/NSPropertyListReadCorruptError'
  | 'documents/3842'
  | 'documents/NSPropertyListReadStreamError'
  | 'documents/3851'
  | 'documents/NSPropertyListWriteStreamError'
  | 'documents/4355'
  | 'documents/NSUbiquitousFileUbiquityServerNotAvailable'
  | 'documents/4864'
  | 'documents/NSCoderReadCorruptError'
  | 'documents/5120'
  | 'documents/NSCloudSharingNetworkFailureError'
  | 'documents/5375'
  | 'documents/NSCloudSharingOtherError'
  | 'urlerror/1'
  | 'urlerror/kCFHostErrorHostNotFound'
  | 'urlerror/300'
  | 'urlerror/kCFErrorHTTPAuthenticationTypeUnsupported'
  | 'urlerror/301'
  | 'urlerror/kCFErrorHTTPBadCredentials'
  | 'urlerror/302'
  | 'urlerror/kCFErrorHTTPConnectionLost'
  | 'urlerror/303'
  | 'urlerror/kCFErrorHTTPParseFailure'
  | 'urlerror/304'
  | 'urlerror/kCFErrorHTTPRedirectionLoopDetected'
  | 'urlerror/305'
  | 'urlerror/kCFErrorHTTPBadURL'
  | 'urlerror/308'
  | 'urlerror/kCFErrorPACFileError'
  | 'urlerror/309'
  | 'urlerror/kCFErrorPACFileAuth'
  | 'urlerror/310'
  | 'urlerror/kCFErrorHTTPSProxyConnectionFailure'
  | 'urlerror/-999'
  | 'urlerror/kCFURLErrorCancelled'
  | 'urlerror/NSURLErrorCancelled'
  | 'urlerror/-1000'
  | 'urlerror/kCFURLErrorBadURL'
  | 'urlerror/NSURLErrorBadURL'
  | 'urlerror/-1001'
  | 'urlerror/kCFURLErrorTimedOut'
  | 'urlerror/NSURLErrorTimedOut'
  | 'urlerror/-1002'
  | 'urlerror/kCFURLErrorUnsupportedURL'
  | 'urlerror/NSURLErrorUnsupportedURL'
  | 'urlerror/-1003'
  | 'urlerror/kCFURLErrorCannotFindHost'
  | 'urlerror/NSURLErrorCannotFindHost'
  | 'urlerror/-1004'
  | 'urlerror/kCFURLErrorCannotConnectToHost'
  | 'urlerror/NSURLErrorCannotConnectToHost'
  | 'urlerror/-1005'
  | 'urlerror/kCFURLErrorNetworkConnectionLost'
  | 'urlerror/NSURLErrorNetworkConnectionLost'
  | 'urlerror/-1007'
  | 'urlerror/kCFURLErrorHTTPTooManyRedirects'
  | 'urlerror/NSURLErrorHTTPTooManyRedirects'
  | 'urlerror/-1008'
  | 'urlerror/kCFURLErrorResourceUnavailable'
  | 'urlerror/NSURLErrorResourceUnavailable'
  | 'urlerror/-1010'
  | 'urlerror/kCFURLErrorRedirectToNonExistentLocation'
  | 'urlerror/NSURLErrorRedirectToNonExistentLocation'
  | 'urlerror/-1011'
  | 'urlerror/kCFURLErrorBadServerResponse'
  | 'urlerror/NSURLErrorBadServerResponse'
  | 'urlerror/-1012'
  | 'urlerror/kCFURLErrorUserCancelledAuthentication'
  | 'urlerror/NSURLErrorUserCancelledAuthentication'
  | 'urlerror/-1013'
  | 'urlerror/kCFURLErrorUserAuthenticationRequired'
  | 'urlerror/NSURLErrorUserAuthenticationRequired'
  | 'urlerror/-1014'
  | 'urlerror/kCFURLErrorZeroByteResource'
  | 'urlerror/NSURLErrorZeroByteResource'
  | 'urlerror/-1015'
  | 'urlerror/kCFURLErrorCannotDecodeRawData'
  | 'urlerror/NSURLErrorCannotDecodeRawData'
  | 'urlerror/-1016'
  | 'urlerror/kCFURLErrorCannotDecodeContentData'
  | 'urlerror/NSURLErrorCannotDecodeContentData'
  | 'urlerror/-1017'
  | 'urlerror/kCFURLErrorCannotParseResponse'
  | 'urlerror/NSURLErrorCannotParseResponse'
  | 'urlerror/-1021'
  | 'urlerror/kCFURLErrorRequestBodyStreamExhausted'
  | 'urlerror/NSURLErrorRequestBodyStreamExhausted'
  | 'urlerror/-1022'
  | 'urlerror/kCFURLErrorAppTransportSecurityRequiresSecureConnection'
  | 'urlerror/NSURLErrorAppTransportSecurityRequiresSecureConnection'
  | 'urlerror/-1100'
  | 'urlerror/kCFURLErrorFileDoesNotExist'
  | 'urlerror/NSURLErrorFileDoesNotExist'
  | 'urlerror/-1102'
  | 'urlerror/kCFURLErrorNoPermissionsToReadFile'
  | 'urlerror/NSURLErrorNoPermissionsToReadFile'
  | 'urlerror/-1103'
  | 'urlerror/kCFURLErrorDataLengthExceedsMaximum'
  | 'urlerror/NSURLErrorDataLengthExceedsMaximum'
  | 'urlerror/-3006'
  | 'urlerror/kCFURLErrorDownloadDecodingFailedMidStream'
  | 'urlerror/NSURLErrorDownloadDecodingFailedMidStream'
  | 'urlerror/-3007'
  | 'urlerror/kCFURLErrorDownloadDecodingFailedToComplete'
  | 'urlerror/NSURLErrorDownloadDecodingFailedToComplete'

export interface Item {
  /** What the step is for. */
  description?: string
  /** An answer, part by part. */
  reply?: Reply
  /** A failure by its name; `mishap catalogue` lists them. */
  fail?: Failure
  /** What the failure is told; `mishap explain NAME` lists it. */
  with?: Record<string, unknown>
  /** Leaves the request to the rules below; the hit counts. */
  pass?: true
  /** How likely it is, beside the other items. By default 1. */
  weight?: number
  /** How long it waits before the first byte. */
  delay?: Delay
  /** How fast the body goes out. */
  pace?: Pace
  /** Where the response breaks off, and how the connection ends. */
  cut?: Cut
  /** What becomes of the connection; `raw` closes it without this. */
  keepAlive?: KeepAlive
  /** How fast the request's body is read. */
  readPace?: ReadPace
  /** Variables that it sets; strings may have placeholders. */
  set?: Record<string, string | number | boolean>
  /** Of documents: What somebody else does to the documents when it is taken. */
  store?: StoreChanges
}

export type Delay = {
  /** The shortest and the longest delay, and any between them as likely. */
  uniform?: Duration[]
  /** Mostly near the median, now and then much longer. */
  lognormal?: Lognormal
  /** Until another request has set variables so. */
  until?: Until
  /** How long it waits for that; then it answers anyway. */
  atMost?: Span
  /** What answers after that time, in place of the step. */
  then?: AfterWait
} | string

export type Pace = {
  /** Bytes of body written at once; of two, any size between them by chance. */
  bytes: number | string | Array<number | string>
  /** The silence between two writes. */
  every: Span
} | string

export interface Cut {
  /** Bytes of body (120, "10KB"), a share of it ("50%"), a time ("2s"), "head", "status", or bytes of the head. */
  after: CutPlace
  /** How the connection ends: a FIN, over TLS without or with a close_notify before it, an RST, or silence. */
  end: 'close' | 'close-notify' | 'reset' | 'stall'
  /** How long a stall is; then the rest follows. Without it, for ever. */
  for?: Duration
  /** How long a reset waits once the client's system has acknowledged what came before; "20ms" without it. */
  pause?: Duration
}

export type ReadPace = {
  /** Bytes read at once, at most. */
  bytes: number | string
  /** The time from one read to the next. */
  every: Span
} | string

export type Span = string

export type StoreChanges = Record<string, DocumentChange>

export interface Unasked {
  /** What the step is for. */
  description?: string
  /** An answer, part by part. */
  reply?: Reply
  /** A failure by its name; `mishap catalogue` lists them. */
  fail?: Failure
  /** What the failure is told; `mishap explain NAME` lists it. */
  with?: Record<string, unknown>
  /** Of documents: What somebody else does to the documents when it is taken. */
  store?: StoreChanges
}

export interface After {
  /** An answer of this rule. */
  rule?: string
  /** Which hit of the rule: 1 is the first. */
  hit?: number
  /** The first answer that is this failure. */
  failure?: Failure
  /** The first request whose client closed without an answer. */
  gaveUp?: true
}

export type Requests = {
  /** No less than this. */
  atLeast?: number
  /** No more than this. */
  atMost?: number
  /** The bounds are of any window of this time. */
  per?: Span
} | number

export interface Gap {
  /** No less than this. */
  atLeast?: Duration
  /** No more than this. */
  atMost?: Span
}

export interface Backoff {
  /** The first gap; by itself as it was. */
  first?: Span
  /** Each gap is so many times the one before; a number is the least. */
  factor: Factor
  /** By how much a gap may miss what is expected. */
  tolerance?: Duration | string
  /** No gap has to be longer than this. */
  cap?: Span
}

export type Honours = {
  /** The header that tells the time, such as Retry-After. */
  header: string
  /** How long after that time the request may come. */
  late?: Late
} | string

export type ConnectionsOrNone = {
  /** No less than this. */
  atLeast?: number
  /** No more than this. */
  atMost?: number
} | number

export interface GaveUp {
  /** No less than this. */
  atLeast?: Duration
  /** No more than this. */
  atMost?: Span
  /** Since the request was complete, since the head of the answer left, or since its last byte so far. By default "request". */
  from?: 'request' | 'head' | 'lastByte'
}

export interface AtOnce {
  /** No less than this. */
  atLeast?: number
  /** No more than this. */
  atMost?: number
}

export type ConnectionFailure =
  | 'tcp/refuse'
  | 'tcp/connect-timeout'
  | 'tcp/reset-on-accept'
  | 'tcp/close-on-accept'
  | 'tcp/silent'
  | 'tcp/reset-on-first-byte'
  | 'tls/expired'
  | 'tls/expired-intermediate'
  | 'tls/not-yet-valid'
  | 'tls/wrong-host'
  | 'tls/wrong-address'
  | 'tls/address-as-name'
  | 'tls/wildcard-too-deep'
  | 'tls/nul-in-name'
  | 'tls/wildcard-top-level'
  | 'tls/partial-wildcard'
  | 'tls/unicode-name'
  | 'tls/self-signed'
  | 'tls/untrusted-root'
  | 'tls/incomplete-chain'
  | 'tls/wrong-authority-key-id'
  | 'tls/no-authority-key-id'
  | 'tls/no-subject'
  | 'tls/issuer-first'
  | 'tls/wrong-key-usage'
  | 'tls/wrong-purpose'
  | 'tls/issuer-not-ca'
  | 'tls/name-constraints'
  | 'tls/path-length'
  | 'tls/unknown-critical-extension'
  | 'tls/sha1-signature'
  | 'tls/md5-signature'
  | 'tls/sha1-intermediate'
  | 'tls/weak-key'
  | 'tls/bad-certificate-signature'
  | 'tls/unreadable-certificate'
  | 'tls/unreadable-key'
  | 'tls/many-names'
  | 'tls/huge-chain'
  | 'tls/revoked'
  | 'tls/unknown-status'
  | 'tls/stale-staple'
  | 'tls/unreadable-staple'
  | 'tls/missing-staple'
  | 'tls/reversed-chain'
  | 'tls/unrelated-certificate'
  | 'tls/no-common-name'
  | 'tls/common-name-only'
  | 'tls/long-validity'
  | 'tls/invalid-sct'
  | 'tls/wrong-key'
  | 'tls/wrong-signature'
  | 'tls/bad-finished'
  | 'tls/no-certificate'
  | 'tls/missing-message'
  | 'tls/repeated-message'
  | 'tls/unknown-message'
  | 'tls/wrong-order'
  | 'tls/truncated-message'
  | 'tls/data-in-handshake'
  | 'tls/unoffered-signature'
  | 'tls/oversized-message'
  | 'tls/unknown-version'
  | 'tls/unoffered-cipher'
  | 'tls/compression'
  | 'tls/wrong-session-id'
  | 'tls/bad-key-share'
  | 'tls/unoffered-group'
  | 'tls/malformed-alpn'
  | 'tls/unasked-staple'
  | 'tls/huge-extension'
  | 'tls/bad-change-cipher-spec'
  | 'tls/old-version'
  | 'tls/downgrade'
  | 'tls/retry-twice'
  | 'tls/retry-same-group'
  | 'tls/weak-cipher'
  | 'tls/weak-dh'
  | 'tls/no-secure-renegotiation'
  | 'tls/no-alpn'
  | 'tls/alpn-refused'
  | 'tls/alpn-unoffered'
  | 'tls/unrecognized-name'
  | 'tls/client-certificate-required'
  | 'tls/client-certificate-rejected'
  | 'tls/huge-certificate-request'
  | 'tls/garbage'
  | 'tls/plain-http'
  | 'tls/other-protocol'
  | 'tls/alert'
  | 'tls/close-in-handshake'
  | 'tls/reset-in-handshake'
  | 'tls/stall-in-handshake'
  | 'tls/slow-handshake'
  | 'tls/close-notify-in-handshake'
  | 'tls/bad-record-mac'
  | 'tls/record-overflow'
  | 'tls/plaintext-overflow'
  | 'tls/empty-records'
  | 'tls/padding-only-record'
  | 'tls/fragmented'
  | 'tls/unknown-record-type'
  | 'tls/wrong-record-version'
  | 'tls/unexpected-change-cipher-spec'
  | 'tls/heartbeat'
  | 'tls/plaintext-after-handshake'
  | 'tls/late-certificate-request'
  | 'tls/warning-flood'
  | 'tls/hello-request'
  | 'tls/ticket-flood'
  | 'tls/key-update-flood'
  | 'tls/malformed-ticket'
  | 'tls/bad-key-update'
  | 'tls/repeated-finished'
  | 'tls/resumption-refused'
  | 'tls/wrong-psk-identity'
  | 'tls/no-close-notify'
  | 'tls/close-notify-before-answer'
  | 'tls/close-notify-mid-body'
  | 'tls/data-after-close-notify'
  | 'jsonrpc/NSURLErrorDomain'
  | 'mtop/IEC10001'
  | 'mtop/tbsdk request timeout'
  | 'mtop/ANDROID_SYS_NETWORK_ERROR'
  | 'mtop/EC10001'
  | 'mtop/FAIL_ACCS'
  | 'mtop/IEC10002'
  | 'mtop/-2003'
  | 'mtop/EASY_REASON_CONN_TIMEOUT'
  | 'mtop/-2032'
  | 'mtop/EASY_REASON_SERVER_CLOSE'
  | 'mtop/-2035'
  | 'mtop/-2361'
  | 'mtop/-2532'
  | 'mtop/-2554'
  | 'mtop/-2560'
  | 'mtop/-2561'
  | 'mtop/-3500'
  | 'mtop/EASY_REASON_SLIGHTSSL_ERROR'
  | 'mtop/-3501'
  | 'mtop/-3503'
  | 'mtop/ERR_BUFFER_TOO_SMALL'
  | 'mtop/-3504'
  | 'mtop/ERR_ECDH_FAILED'
  | 'mtop/-3505'
  | 'mtop/ERR_STATE_ERROR'
  | 'mtop/-3506'
  | 'mtop/ERR_NOT_SUPPORT'
  | 'mtop/-3509'
  | 'mtop/ERR_READ_END'
  | 'mtop/-3510'
  | 'mtop/ERR_WRITE_END'
  | 'mtop/-3511'
  | 'mtop/ERR_MAGIC_NUM_WRONG'
  | 'mtop/-3512'
  | 'mtop/ERR_INVALID_RESP_TYPE'
  | 'mtop/-3514'
  | 'mtop/ERR_CERT_TOO_LARGE'
  | 'mtop/-3515'
  | 'mtop/ERR_FRAME_LENGTH_ERR'
  | 'mtop/-3516'
  | 'mtop/ERR_FRAME_TOO_LARGE'
  | 'mtop/-3517'
  | 'mtop/ERR_FRAME_TOO_SMALL'
  | 'mtop/-3528'
  | 'mtop/ERR_HANDSHAKE_ERROR'
  | 'mtop/-3529'
  | 'mtop/ERR_STATE_ERROR_GET_CERT'
  | 'mtop/-3530'
  | 'mtop/ERR_GET_PUBKEY'
  | 'mtop/-5002'
  | 'mtop/NETERR_NO_SESSION'
  | 'mtop/-5004'
  | 'mtop/NETERR_REQUEST_WAITING_TNET_SESSION_TIMEOUT'
  | 'salesforce/kSFOAuthErrorRequestCancelled'
  | 'salesforce/683'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/683'
  | 'salesforce/kSFOAuthErrorRefreshFailed'
  | 'salesforce/684'
  | 'salesforce/com.salesforce.OAuth.ErrorDomain/684'
  | 'salesforce/requestDidCancelLoad'
  | 'salesforce/request:requestDidCancelLoad'
  | 'salesforce/requestDidCancelLoad:'
  | 'salesforce/request:requestDidCancelLoad:'
  | 'graph/FBSDKErrorNetwork'
  | 'graph/com.facebook.sdk.core/4'
  | 'graph/FBSDKNetworkErrorCode'
  | 'documents/256'
  | 'documents/NSFileReadUnknownError'
  | 'documents/4355'
  | 'documents/NSUbiquitousFileUbiquityServerNotAvailable'
  | 'documents/5120'
  | 'documents/NSCloudSharingNetworkFailureError'
  | 'urlerror/306'
  | 'urlerror/kCFErrorHTTPProxyConnectionFailure'
  | 'urlerror/-1001'
  | 'urlerror/kCFURLErrorTimedOut'
  | 'urlerror/NSURLErrorTimedOut'
  | 'urlerror/-1004'
  | 'urlerror/kCFURLErrorCannotConnectToHost'
  | 'urlerror/NSURLErrorCannotConnectToHost'
  | 'urlerror/-1005'
  | 'urlerror/kCFURLErrorNetworkConnectionLost'
  | 'urlerror/NSURLErrorNetworkConnectionLost'
  | 'urlerror/-1011'
  | 'urlerror/kCFURLErrorBadServerResponse'
  | 'urlerror/NSURLErrorBadServerResponse'
  | 'urlerror/-1012'
  | 'urlerror/kCFURLErrorUserCancelledAuthentication'
  | 'urlerror/NSURLErrorUserCancelledAuthentication'
  | 'urlerror/-1200'
  | 'urlerror/kCFURLErrorSecureConnectionFailed'
  | 'urlerror/NSURLErrorSecureConnectionFailed'
  | 'urlerror/-1201'
  | 'urlerror/kCFURLErrorServerCertificateHasBadDate'
  | 'urlerror/NSURLErrorServerCertificateHasBadDate'
  | 'urlerror/-1202'
  | 'urlerror/kCFURLErrorServerCertificateUntrusted'
  | 'urlerror/NSURLErrorServerCertificateUntrusted'
  | 'urlerror/-1203'
  | 'urlerror/kCFURLErrorServerCertificateHasUnknownRoot'
  | 'urlerror/NSURLErrorServerCertificateHasUnknownRoot'
  | 'urlerror/-1204'
  | 'urlerror/kCFURLErrorServerCertificateNotYetValid'
  | 'urlerror/NSURLErrorServerCertificateNotYetValid'
  | 'urlerror/-1205'
  | 'urlerror/kCFURLErrorClientCertificateRejected'
  | 'urlerror/NSURLErrorClientCertificateRejected'
  | 'urlerror/-1206'
  | 'urlerror/kCFURLErrorClientCertificateRequired'
  | 'urlerror/NSURLErrorClientCertificateRequired'

export type Duration = string

export interface ConnectionTLS {
  /** The versions that are spoken. By default ["1.2","1.3"]. */
  versions?: Array<'1.2' | '1.3'>
  /** The protocols that are spoken, the preferred one first. By default ["http/1.1"]. */
  alpn?: string[]
  /** A PEM file with the authorities that must have issued the client's certificate, beside the scenario or below a folder called files. */
  clientCA?: string
  /** Whether the client may go without a certificate; required beside clientCA if nothing is said, else it is not asked for one. */
  clientCertificate?: 'optional' | 'required'
}

export type TextValue = {
  /** It is this. */
  equals?: string | number | boolean
  /** It is there, and this does not hold. */
  not?: TextValue
  /** This is somewhere in it. */
  contains?: string | number | boolean
  /** It begins with this. */
  startsWith?: string | number | boolean
  /** It ends with this. */
  endsWith?: string | number | boolean
  /** A regular expression that all of it matches. */
  matches?: string
  /** A regular expression that matches somewhere in it. */
  search?: string
  /** It is one of these. */
  in?: Array<string | number | boolean>
  /** Whether it is there at all. */
  exists?: boolean
  /** It is a number above this. */
  above?: number
  /** It is a number below this. */
  below?: number
  /** It is a number, and not below this. */
  atLeast?: number
  /** It is a number, and not above this. */
  atMost?: number
  /** JSON that has at least this: members recursively, lists as parts in order. */
  like?: unknown
  /** Whether the elements of lists may come in any order, beside equals or like. By default false. */
  anyOrder?: boolean
  /** Whether upper and lower case are the same. By default false. */
  ignoreCase?: boolean
} | string | number | boolean | Array<string | number | boolean>

export type FieldValue = {
  /** It is this. */
  equals?: string | number | boolean
  /** It is there, and this does not hold. */
  not?: TextValue
  /** This is somewhere in it. */
  contains?: string | number | boolean
  /** It begins with this. */
  startsWith?: string | number | boolean
  /** It ends with this. */
  endsWith?: string | number | boolean
  /** A regular expression that all of it matches. */
  matches?: string
  /** A regular expression that matches somewhere in it. */
  search?: string
  /** It is one of these. */
  in?: Array<string | number | boolean>
  /** Whether it is there at all. */
  exists?: boolean
  /** It is a number above this. */
  above?: number
  /** It is a number below this. */
  below?: number
  /** It is a number, and not below this. */
  atLeast?: number
  /** It is a number, and not above this. */
  atMost?: number
  /** JSON that has at least this: members recursively, lists as parts in order. */
  like?: unknown
  /** Whether the elements of lists may come in any order, beside equals or like. By default false. */
  anyOrder?: boolean
  /** Whether upper and lower case are the same. By default false. */
  ignoreCase?: boolean
  /** Each of these is among its values. */
  all?: Array<string | number | boolean>
  /** How many values it has. */
  count?: number | ValueCount
} | string | number | boolean | Array<string | number | boolean>

export type BytesValue = {
  /** It is this. */
  equals?: string | number | boolean
  /** It is there, and this does not hold. */
  not?: BytesValue
  /** This is somewhere in it. */
  contains?: string | number | boolean | ContainedBytes
  /** It begins with this. */
  startsWith?: string | number | boolean
  /** It ends with this. */
  endsWith?: string | number | boolean
  /** A regular expression that all of it matches. */
  matches?: string
  /** A regular expression that matches somewhere in it. */
  search?: string
  /** It is one of these. */
  in?: Array<string | number | boolean>
  /** Whether it is there at all. */
  exists?: boolean
  /** It is a number above this. */
  above?: number
  /** It is a number below this. */
  below?: number
  /** It is a number, and not below this. */
  atLeast?: number
  /** It is a number, and not above this. */
  atMost?: number
  /** JSON that has at least this: members recursively, lists as parts in order. */
  like?: unknown
  /** Whether the elements of lists may come in any order, beside equals or like. By default false. */
  anyOrder?: boolean
  /** Whether upper and lower case are the same. By default false. */
  ignoreCase?: boolean
  /** It is these bytes. */
  base64?: string
  /** It is these bytes. */
  hex?: string
} | string | number | boolean | Array<string | number | boolean>

export interface FormPart {
  /** Its file name. */
  filename?: TextValue
  /** Its Content-Type. */
  type?: TextValue
  /** Its fields. */
  headers?: Record<string, FieldValue>
  /** What is in it. */
  content?: BytesValue
}

export type JsonValue = {
  /** It is this. */
  equals?: unknown
  /** It is there, and this does not hold. */
  not?: JsonValue
  /** This is somewhere in it. */
  contains?: string | number | boolean
  /** It begins with this. */
  startsWith?: string | number | boolean
  /** It ends with this. */
  endsWith?: string | number | boolean
  /** A regular expression that all of it matches. */
  matches?: string
  /** A regular expression that matches somewhere in it. */
  search?: string
  /** It is one of these. */
  in?: unknown[]
  /** Whether it is there at all. */
  exists?: boolean
  /** It is a number above this. */
  above?: number
  /** It is a number below this. */
  below?: number
  /** It is a number, and not below this. */
  atLeast?: number
  /** It is a number, and not above this. */
  atMost?: number
  /** JSON that has at least this: members recursively, lists as parts in order. */
  like?: unknown
  /** Whether the elements of lists may come in any order, beside equals or like. By default false. */
  anyOrder?: boolean
  /** Whether upper and lower case are the same. By default false. */
  ignoreCase?: boolean
} | string | number | boolean | null

export interface InnerMatch {
  /** The method, in upper case as clients send it. */
  method?: string | string[] | TextValue
  /** The path: literal, or with {name} and * for a segment, and ** for all the rest; or its tests, decoded. */
  path?: string | TextValue
  /** The named segments of the path, decoded. */
  parameters?: Record<string, TextValue>
  /** The path with its query, as it was sent. */
  target?: TextValue
  /** Fields of the query. */
  query?: Record<string, FieldValue>
  /** Fields of the head. */
  headers?: Record<string, FieldValue>
  /** Cookies. */
  cookies?: Record<string, FieldValue>
  /** Fields of a form in the body. */
  form?: Record<string, FieldValue>
  /** The body, as text or bytes. */
  body?: BytesValue
  /** Parts of a multipart form, by name. */
  multipart?: Record<string, FormPart>
  /** Values within the body's JSON, each by its JSON Pointer (* is any element), or the whole of it. */
  json?: Record<string, JsonValue> | JsonValue
  /** Matches of which one must hold. */
  any?: InnerMatch[]
  /** A match that must not hold. */
  not?: InnerMatch
  /** What variables of the session must be. */
  variables?: Record<string, TextValue>
  /** The host that the request names, in lower case and without a port. */
  host?: TextValue
  /** The version of HTTP, over TLS or not. */
  protocol?: 'HTTP/1.0' | 'HTTP/1.1' | 'h2' | string | Array<'HTTP/1.0' | 'HTTP/1.1' | 'h2' | string> | TextValue
  /** What was agreed on in the TLS handshake; in the clear, nothing. */
  tls?: TlsMatch
  /**
   * Of jsonrpc: The method that is called.
   * Of xmlrpc: The method that is called.
   */
  rpc?: TextValue
  /** Of mtop: The API that is called, in lower case. */
  api?: TextValue
  /** Of mtop: The version of the API. */
  v?: TextValue
  /** Of salesforce: The path behind the version, decoded, such as /sobjects/Account. */
  resource?: TextValue
  /**
   * Of salesforce: The method of the request, or of the subrequest in a batch.
   * Of graph: The method in upper case, or that of the parameter method, which takes its place.
   */
  verb?: TextValue
  /** Of salesforce: The object that it is about, such as Account. */
  object?: TextValue
  /** Of salesforce: The ID of the record: 15 or 18 letters and digits behind the object. */
  id?: TextValue
  /** Of salesforce: The referenceId of a subrequest in a batch. */
  reference?: TextValue
  /** Of salesforce: The position in a batch; 1 for the first. */
  position?: TextValue
  /** Of graph: The first part of the path behind the version, such as me or a number. */
  node?: TextValue
  /** Of graph: What follows the node in the path; missing where nothing does. */
  edge?: TextValue
  /** Of graph: Path and query behind the version, without a slash in front, as a batch writes it. */
  relative_url?: TextValue
  /** Of graph: The version in the path, such as v20.0. */
  version?: TextValue
  /** Of documents: What is done: open, list, save, make-collection, properties, delete, move, copy, lock, unlock, options or other. */
  operation?: TextValue
  /** Of documents: The path, decoded and without a final slash, such as /notes/plan.txt. */
  document?: TextValue
  /** Of documents: Where COPY and MOVE go, decoded and without a final slash. */
  destination?: TextValue
}

export interface TlsMatch {
  /** Whether the connection has TLS. */
  exists?: boolean
  /** The version of TLS. */
  version?: '1.0' | '1.1' | '1.2' | '1.3' | string | Array<'1.0' | '1.1' | '1.2' | '1.3' | string> | TextValue
  /** The name that the client asks for (SNI), in lower case. */
  serverName?: TextValue
  /** The subject of the client's certificate, as in RFC 4514. */
  clientCertificate?: TextValue
}

export type Headers = Record<string, string | number | boolean | null | Array<string | number | boolean | FieldBytes> | FieldBytes>

export type Head = unknown[][]

export type BodySize = {
  /** How many bytes. */
  bytes: number | string
  /** Bodies with different keys differ; may have placeholders. */
  key?: string
} | number | string

export type Chunk = {
  /** What is in it, as text. */
  text?: string
  /** What is in it, as bytes. */
  base64?: string
  /** Silence, in place of a chunk. */
  stall?: Duration
  /** How long it waits before the first. */
  delay?: ChunkDelay
  /** How often it is sent; {{repeat}} in its text counts from 1. By default 1. */
  times?: number | 'forever'
  /** The time between two of them. */
  every?: Duration
} | string

export type Raw = {
  /** As text, with its line ends; may have placeholders. */
  text?: string
  /** As base64. */
  base64?: string
  /** As hexadecimal digits. */
  hex?: string
} | string

export interface Interim {
  /** Its status. */
  status: number
  /** The reason phrase, in place of the usual one. */
  reason?: string
  /** How long it waits before each. */
  delay?: InterimDelay
  /** How often it is sent. By default 1. */
  times?: number
  /** Its fields. */
  headers?: Headers
  /** Its fields as a list of pairs. */
  head?: Head
}

export type Encoding = {
  /** The coding that all requests get, unasked. */
  always: 'gzip' | 'deflate' | 'raw-deflate'
} | string

export interface Lognormal {
  /** Half of the delays are shorter. */
  median: Duration
  /** How far they spread: 0 not at all, 0.5 like a network, 2 wildly. */
  sigma: number
}

export interface Until {
  /** What the variables must be. */
  variables: Record<string, TextValue>
}

export interface AfterWait {
  /** What the step is for. */
  description?: string
  /** An answer, part by part. */
  reply?: Reply
  /** A failure by its name; `mishap catalogue` lists them. */
  fail?: Failure
  /** What the failure is told; `mishap explain NAME` lists it. */
  with?: Record<string, unknown>
  /** How long it waits before the first byte. */
  delay?: Delay
  /** How fast the body goes out. */
  pace?: Pace
  /** Where the response breaks off, and how the connection ends. */
  cut?: Cut
  /** What becomes of the connection; `raw` closes it without this. */
  keepAlive?: KeepAlive
  /** How fast the request's body is read. */
  readPace?: ReadPace
  /** Variables that it sets; strings may have placeholders. */
  set?: Record<string, string | number | boolean>
  /** Of documents: What somebody else does to the documents when it is taken. */
  store?: StoreChanges
}

export type CutPlace = {
  /** Bytes of the head that go out. */
  head: number | string
} | number | string

export type DocumentChange = {
  /** What is in it, as text. */
  text?: string
  /** What is in it, as compact JSON. */
  json?: unknown
  /** What is in it, as bytes. */
  base64?: string
  /** What is in it, from a file beside the scenario, or below a folder called `files`. */
  file?: string
  /** So many seeded bytes are in it. */
  size?: string
  /** Its Content-Type, in place of that of its name or its body. */
  type?: string
  /** Who else locks it; null where no lock is left. */
  lockedBy?: string | null
  /** How long the lock holds, in whole seconds; for ever without it. */
  for?: Span
} | null

export type Factor = {
  /** No less than this. */
  atLeast?: number
  /** No more than this. */
  atMost?: number
} | number

export interface Late {
  /** No later than this. */
  atMost: Span
}

export interface ValueCount {
  /** Not fewer. */
  atLeast?: number
  /** Not more. */
  atMost?: number
}

export interface ContainedBytes {
  /** These bytes. */
  base64?: string
  /** These bytes. */
  hex?: string
}

export interface FieldBytes {
  /** Any bytes but CR, LF and NUL. */
  base64?: string
  /** Characters up to U+00FF, one byte each. */
  latin1?: string
}

export type ChunkDelay = {
  /** The shortest and the longest delay, and any between them as likely. */
  uniform?: Duration[]
  /** Mostly near the median, now and then much longer. */
  lognormal?: Lognormal
  /** Until another request has set variables so. */
  until?: Until
  /** How long it waits for that; then it answers anyway. */
  atMost?: Span
} | string

export type InterimDelay = {
  /** The shortest and the longest delay, and any between them as likely. */
  uniform?: Duration[]
  /** Mostly near the median, now and then much longer. */
  lognormal?: Lognormal
} | string
