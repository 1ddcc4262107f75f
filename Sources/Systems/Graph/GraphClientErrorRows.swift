/// The errors of the SDK for iOS, by its kits.
enum GraphClientErrorRows {
    /// symbol | older symbol, or - | domain and number | causes, or - | how it is caused, or why nothing causes it
    static let text = """
        FBSDKErrorReserved | FBSDKReservedErrorCode | com.facebook.sdk.core/0 | - | raised inside the app or SDK
        FBSDKErrorEncryption | FBSDKEncryptionErrorCode | com.facebook.sdk.core/1 | - | raised inside the app or SDK
        FBSDKErrorInvalidArgument | FBSDKInvalidArgumentErrorCode | com.facebook.sdk.core/2 | - | raised inside the app or SDK
        FBSDKErrorUnknown | FBSDKUnknownErrorCode | com.facebook.sdk.core/3 | http/invalid-utf8; http/empty-body | the body is not valid UTF-8 (that an empty one leads here is not verified)
        FBSDKErrorNetwork | FBSDKNetworkErrorCode | com.facebook.sdk.core/4 | tcp/reset; tcp/close; http/timeout; tcp/reset-mid-body; tcp/refuse; tls/expired | the network fails, in whatever way
        FBSDKErrorAppEventsFlush | FBSDKAppEventsFlushErrorCode | com.facebook.sdk.core/5 | graph/1; graph/100; graph/190 | the app's events are answered with an error
        FBSDKErrorGraphRequestNonTextMimeTypeReturned | FBSDKGraphRequestNonTextMimeTypeReturnedErrorCode | com.facebook.sdk.core/6 | graph/image | the answer is a picture
        FBSDKErrorGraphRequestProtocolMismatch | FBSDKGraphRequestProtocolMismatchErrorCode | com.facebook.sdk.core/7 | graph/missing-element; graph/no-list | the answer to a batch is no list, or one of another length
        FBSDKErrorGraphRequestGraphAPI | FBSDKGraphRequestGraphAPIErrorCode | com.facebook.sdk.core/8 | graph/100; graph/1; graph/4; graph/10; graph/190; graph/200; graph/368 | the answer is an error
        FBSDKErrorDialogUnavailable | FBSDKDialogUnavailableErrorCode | com.facebook.sdk.core/9 | - | raised inside the app or SDK
        FBSDKErrorAccessTokenRequired | FBSDKAccessTokenRequiredErrorCode | com.facebook.sdk.core/10 | - | raised inside the app or SDK
        FBSDKErrorAppVersionUnsupported | FBSDKAppVersionUnsupportedErrorCode | com.facebook.sdk.core/11 | - | raised inside the app or SDK
        FBSDKErrorBrowserUnavailable | FBSDKBrowserUnavailableErrorCode | com.facebook.sdk.core/12 | - | raised inside the app or SDK
        FBSDKErrorBridgeAPIInterruption | - | com.facebook.sdk.core/13 | - | raised inside the app or SDK
        FBSDKErrorBridgeAPIResponse | - | com.facebook.sdk.core/14 | - | raised inside the app or SDK
        FBSDKLoginErrorReserved | FBSDKLoginReservedErrorCode | com.facebook.sdk.login/300 | - | raised inside the app or SDK
        FBSDKLoginErrorUnknown | FBSDKLoginUnknownErrorCode | com.facebook.sdk.login/301 | graph/login-redirect by=unknown-error | the login dialog sends back an error that the client does not know
        FBSDKLoginErrorPasswordChanged | FBSDKLoginPasswordChangedErrorCode | com.facebook.sdk.login/302 | graph/190/460 | the user has changed the password, as a request of the login hears
        FBSDKLoginErrorUserCheckpointed | FBSDKLoginUserCheckpointedErrorCode | com.facebook.sdk.login/303 | graph/190/459 | the user has to pass a checkpoint, as a request of the login hears
        FBSDKLoginErrorUserMismatch | FBSDKLoginUserMismatchErrorCode | com.facebook.sdk.login/304 | graph/other-user | another user than before comes back from a login that was to renew permissions
        FBSDKLoginErrorUnconfirmedUser | FBSDKLoginUnconfirmedUserErrorCode | com.facebook.sdk.login/305 | graph/190/464 | the user's account is not confirmed, as a request of the login hears
        FBSDKLoginErrorSystemAccountAppDisabled | FBSDKLoginSystemAccountAppDisabledErrorCode | com.facebook.sdk.login/306 | - | the account settings of iOS
        FBSDKLoginErrorSystemAccountUnavailable | FBSDKLoginSystemAccountUnavailableErrorCode | com.facebook.sdk.login/307 | - | the account settings of iOS
        FBSDKLoginErrorBadChallengeString | FBSDKLoginBadChallengeString | com.facebook.sdk.login/308 | graph/login-redirect by=bad-challenge | the state that comes back is without the challenge that was sent
        FBSDKLoginErrorInvalidIDToken | - | com.facebook.sdk.login/309 | graph/login-redirect by=bad-id-token | the id token has a bad signature, nonce or audience
        FBSDKLoginErrorMissingAccessToken | - | com.facebook.sdk.login/310 | graph/login-redirect by=no-token | the login dialog sends back no token; not verified
        FBSDKShareErrorReserved | FBSDKShareReservedErrorCode | com.facebook.sdk.share/200 | - | raised inside the app or SDK
        FBSDKShareErrorOpenGraph | FBSDKShareOpenGraphErrorCode | com.facebook.sdk.share/201 | graph/100; graph/200; graph/506 | a story is answered with an error
        FBSDKShareErrorDialogNotAvailable | FBSDKShareDialogNotAvailableErrorCode | com.facebook.sdk.share/202 | - | raised inside the app or SDK
        FBSDKShareErrorUnknown | FBSDKShareUnknownErrorCode | com.facebook.sdk.share/203 | graph/without-id | the answer to something shared is of a shape that nobody expects
        """
}
