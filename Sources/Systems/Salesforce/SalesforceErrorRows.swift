/// The error codes of Salesforce, sorted by name.
enum SalesforceErrorRows {
    /// code | status | evidence for the status | level | what it means, or - | note, or -
    ///
    /// The level is request, record or both, by the partner WSDL, rest for a code of the REST API alone, or client for
    /// one of public clients and captures. What it means is the text that goes out too, unless one was captured.
    static let text = """
        ALL_OR_NONE_OPERATION_ROLLED_BACK | 400 | assumed | record | The record was rolled back because another one of the request failed | It comes for one record of several, in a response of status 200 or 400.
        ALREADY_IN_PROCESS | 400 | assumed | record | - | -
        APEX_REST_SERVICES_DISABLED | 400 | assumed | request | - | -
        APEX_TRIGGER_COUPLING_LIMIT | 400 | assumed | request | - | -
        API_CURRENTLY_DISABLED | 403 | assumed | request | The API is switched off for this user at present | -
        API_DISABLED_FOR_ORG | 403 | assumed | request | The API is not enabled for this organization | -
        ARGUMENT_OBJECT_PARSE_ERROR | 400 | assumed | request | - | -
        ASSIGNEE_TYPE_REQUIRED | 400 | assumed | record | - | -
        ASYNC_OPERATION_LOCATOR | 400 | assumed | request | - | -
        ASYNC_QUERY_UNSUPPORTED_QUERY | 400 | assumed | request | - | -
        BAD_CUSTOM_ENTITY_PARENT_DOMAIN | 400 | assumed | record | - | -
        BATCH_PROCESSING_HALTED | 412 | documented | request | The batch stopped at an earlier request that failed | -
        BCC_NOT_ALLOWED_IF_BCC_COMPLIANCE_ENABLED | 400 | assumed | record | - | -
        BIG_OBJECT_UNSUPPORTED_OPERATION | 400 | assumed | request | - | -
        CANNOT_CASCADE_PRODUCT_ACTIVE | 400 | assumed | record | - | -
        CANNOT_CHANGE_FIELD_TYPE_OF_APEX_REFERENCED_FIELD | 400 | assumed | record | - | -
        CANNOT_CREATE_ANOTHER_MANAGED_PACKAGE | 400 | assumed | record | - | -
        CANNOT_DEACTIVATE_DIVISION | 400 | assumed | record | - | -
        CANNOT_DELETE_ENTITY | 400 | assumed | request | - | -
        CANNOT_DELETE_LAST_DATED_CONVERSION_RATE | 400 | assumed | record | - | -
        CANNOT_DELETE_MANAGED_OBJECT | 400 | assumed | record | - | -
        CANNOT_DELETE_OWNER | 400 | assumed | request | - | -
        CANNOT_DISABLE_LAST_ADMIN | 400 | assumed | record | - | -
        CANNOT_ENABLE_IP_RESTRICT_REQUESTS | 400 | assumed | record | - | -
        CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY | 400 | observed | record | A trigger refuses the record | -
        CANNOT_MODIFY_MANAGED_OBJECT | 400 | assumed | record | - | -
        CANNOT_RENAME_APEX_REFERENCED_FIELD | 400 | assumed | record | - | -
        CANNOT_RENAME_APEX_REFERENCED_OBJECT | 400 | assumed | record | - | -
        CANNOT_REPARENT_RECORD | 400 | assumed | record | - | -
        CANNOT_UPDATE_CONVERTED_LEAD | 400 | assumed | record | - | -
        CANT_ADD_STANDADRD_PORTAL_USER_TO_TERRITORY | 400 | assumed | request | - | It is misspelt in the list, where the right spelling is too.
        CANT_ADD_STANDARD_PORTAL_USER_TO_TERRITORY | 400 | assumed | request | - | -
        CANT_DISABLE_CORP_CURRENCY | 400 | assumed | record | - | -
        CANT_UNSET_CORP_CURRENCY | 400 | assumed | record | - | -
        CATEGORY_NOT_FOUND | 400 | assumed | request | - | -
        CHILD_SHARE_FAILS_PARENT | 400 | assumed | record | - | -
        CIRCULAR_DEPENDENCY | 400 | assumed | record | - | -
        CIRCULAR_OBJECT_GRAPH | 400 | assumed | request | - | -
        CLIENT_NOT_ACCESSIBLE_FOR_USER | 403 | assumed | request | The user may not use this client | -
        CLIENT_REQUIRE_UPDATE_FOR_USER | 400 | assumed | request | - | -
        CLONE_FIELD_INTEGRITY_EXCEPTION | 400 | assumed | request | - | -
        CLONE_NOT_SUPPORTED | 400 | assumed | request | - | -
        COMMUNITY_NOT_ACCESSIBLE | 400 | assumed | record | - | -
        CONTENT_ALREADY_AN_ASSET_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_CUSTOM_DOWNLOAD_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_AUTHENTICATION_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_FILE_DOWNLOAD_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_FILE_HAS_NO_URL_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_FILE_NOT_FOUND_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_INVALID_OBJECT_TYPE_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_INVALID_PAGE_NUMBER_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_INVALID_PAYLOAD | 400 | assumed | request | - | -
        CONTENT_HUB_INVALID_RENDITION_PAGE_NUMBER_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_ITEM_TYPE_NOT_FOUND_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_OBJECT_NOT_FOUND_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_OPERATION_NOT_SUPPORTED_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_SECURITY_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_TIMEOUT_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_HUB_UNEXPECTED_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_IMAGE_SCALING_INVALID_ARGUMENTS_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_IMAGE_SCALING_INVALID_IMAGE_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_IMAGE_SCALING_MAX_RENDITIONS_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_IMAGE_SCALING_TIMEOUT_EXCEPTION | 400 | assumed | request | - | -
        CONTENT_IMAGE_SCALING_UNKNOWN_EXCEPTION | 400 | assumed | request | - | -
        CUSTOM_CLOB_FIELD_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        CUSTOM_ENTITY_OR_FIELD_LIMIT | 400 | assumed | record | - | -
        CUSTOM_FIELD_INDEX_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        CUSTOM_INDEX_EXISTS | 400 | assumed | record | - | -
        CUSTOM_LINK_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        CUSTOM_METADATA_LIMIT_EXCEEDED | 400 | assumed | request | - | -
        CUSTOM_SETTINGS_LIMIT_EXCEEDED | 400 | assumed | request | - | -
        CUSTOM_TAB_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        DATACLOUD_API_CLIENT_EXCEPTION | 400 | assumed | request | - | -
        DATACLOUD_API_DISABLED_EXCEPTION | 400 | assumed | request | - | -
        DATACLOUD_API_INVALID_QUERY_EXCEPTION | 400 | assumed | request | - | -
        DATACLOUD_API_SERVER_BUSY_EXCEPTION | 400 | assumed | request | - | -
        DATACLOUD_API_SERVER_EXCEPTION | 400 | assumed | request | - | -
        DATACLOUD_API_TIMEOUT_EXCEPTION | 400 | assumed | request | - | -
        DATACLOUD_API_UNAVAILABLE | 400 | assumed | request | - | -
        DATA_INTEGRATION_INPUT_ERROR | 400 | assumed | request | - | -
        DATA_INTEGRATION_NOT_FOUND | 400 | assumed | request | - | -
        DATA_INTEGRATION_NO_ACCESS | 400 | assumed | request | - | -
        DATA_INTEGRATION_PACKAGE_ERROR | 400 | assumed | request | - | -
        DATA_INTEGRATION_SERVER_ERROR | 400 | assumed | request | - | -
        DATA_INTEGRATION_VENDOR_SETUP_ERROR | 400 | assumed | request | - | -
        DELETE_FAILED | 400 | assumed | record | The record cannot be deleted while others depend on it | -
        DELETE_REQUIRED_ON_CASCADE | 400 | assumed | record | - | -
        DEPENDENCY_API_UNSUPPORTED_EXCEPTION | 400 | assumed | request | - | -
        DEPENDENCY_EXISTS | 400 | assumed | record | - | -
        DUPLICATES_DETECTED | 400 | assumed | record | The record looks like one that is there already | -
        DUPLICATE_ARGUMENT_VALUE | 400 | assumed | request | - | -
        DUPLICATE_CASE_SOLUTION | 400 | assumed | record | - | -
        DUPLICATE_COMM_NICKNAME | 400 | assumed | record | - | -
        DUPLICATE_CUSTOM_ENTITY_DEFINITION | 400 | assumed | record | - | -
        DUPLICATE_CUSTOM_TAB_MOTIF | 400 | assumed | record | - | -
        DUPLICATE_DEVELOPER_NAME | 400 | assumed | record | - | -
        DUPLICATE_EXTERNAL_ID | 400 | assumed | record | Another record has this external ID | -
        DUPLICATE_MASTER_LABEL | 400 | assumed | record | - | -
        DUPLICATE_SENDER_DISPLAY_NAME | 400 | assumed | record | - | -
        DUPLICATE_USERNAME | 400 | assumed | record | - | -
        DUPLICATE_VALUE | 400 | observed | both | Another record has this value already | -
        EMAIL_BATCH_SIZE_LIMIT_EXCEEDED | 400 | assumed | request | - | -
        EMAIL_NOT_PROCESSED_DUE_TO_PRIOR_ERROR | 400 | assumed | record | - | -
        EMAIL_TO_CASE_INVALID_ROUTING | 400 | assumed | request | - | -
        EMAIL_TO_CASE_LIMIT_EXCEEDED | 400 | assumed | request | - | -
        EMAIL_TO_CASE_NOT_ENABLED | 400 | assumed | request | - | -
        EMPTY_SCONTROL_FILE_NAME | 400 | assumed | record | - | -
        ENTITY_FAILED_IFLASTMODIFIED_ON_UPDATE | 400 | assumed | record | - | -
        ENTITY_IS_ARCHIVED | 400 | assumed | record | - | -
        ENTITY_IS_DELETED | 404 | observed | record | The record has been deleted | -
        ENTITY_IS_LOCKED | 400 | assumed | record | The record is locked | -
        ENTITY_NOT_QUERYABLE | 400 | assumed | request | - | -
        ENVIRONMENT_HUB_MEMBERSHIP_CONFLICT | 400 | assumed | request | - | -
        ERROR_IN_MAILER | 400 | assumed | record | - | -
        EXCEEDED_ID_LIMIT | 400 | assumed | request | There are more records in the request than it may have | -
        EXCEEDED_LEAD_CONVERT_LIMIT | 400 | assumed | request | - | -
        EXCEEDED_MAX_FILTER_ENTITIES | 400 | assumed | request | - | -
        EXCEEDED_MAX_SEMIJOIN_SUBSELECTS | 400 | assumed | request | - | -
        EXCEEDED_MAX_SIZE_REQUEST | 400 | assumed | request | The request is too large | -
        EXCEEDED_MAX_SOBJECTS | 400 | assumed | request | - | -
        EXCEEDED_MAX_TYPES_LIMIT | 400 | assumed | request | - | -
        EXCEEDED_QUOTA | 400 | assumed | request | - | -
        EXTERNAL_OBJECT_AUTHENTICATION_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_OBJECT_CONNECTION_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_OBJECT_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_OBJECT_UNSUPPORTED_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_SERVICE_AUTHENTICATION_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_SERVICE_CONNECTION_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_SERVICE_DATA_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_SERVICE_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_SERVICE_INVALID_STATE_EXCEPTION | 400 | assumed | request | - | -
        EXTERNAL_SERVICE_UNSUPPORTED_EXCEPTION | 400 | assumed | request | - | -
        FAILED_ACTIVATION | 400 | assumed | record | - | -
        FEDERATED_SEARCH_ERROR | 400 | assumed | request | - | -
        FEED_NOT_ENABLED_FOR_OBJECT | 400 | assumed | request | - | -
        FIELD_CUSTOM_VALIDATION_EXCEPTION | 400 | assumed | record | A validation rule refuses the record | -
        FIELD_FILTER_VALIDATION_EXCEPTION | 400 | assumed | record | - | -
        FIELD_INTEGRITY_EXCEPTION | 400 | assumed | record | The value of a field does not fit the others | -
        FILTERED_LOOKUP_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        FUNCTIONALITY_NOT_ENABLED | 400 | assumed | request | - | -
        FUNCTIONALITY_TEMPORARILY_UNAVAILABLE | 400 | assumed | request | The feature is out of order at present | -
        GMAIL_ROUTING_CREATION_NOT_ALLOWED | 400 | assumed | request | - | -
        HTML_FILE_UPLOAD_NOT_ALLOWED | 400 | assumed | record | - | -
        ID_REQUIRED | 400 | assumed | request | - | -
        ILLEGAL_QUERY_PARAMETER_VALUE | 400 | assumed | request | A parameter of the query has a value that it cannot have | -
        IMAGE_TOO_LARGE | 400 | assumed | record | - | -
        INACTIVE_OWNER_OR_USER | 400 | assumed | both | - | -
        INACTIVE_PORTAL | 400 | assumed | request | - | -
        INDEX_NOT_FOUND | 400 | assumed | request | - | -
        INSERT_UPDATE_DELETE_NOT_ALLOWED_DURING_MAINTENANCE | 400 | assumed | request | - | -
        INSTALL_KEY_INVALID | 400 | assumed | request | - | -
        INSTALL_KEY_REQUIRED | 400 | assumed | request | - | -
        INSUFFICIENT_ACCESS | 403 | assumed | request | The user may not do this | -
        INSUFFICIENT_ACCESS_APEX_METADATA_DEPLOY | 400 | assumed | request | - | -
        INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY | 400 | assumed | record | The user may not use a record that this one refers to | -
        INSUFFICIENT_ACCESS_OR_READONLY | 400 | assumed | record | The user may not change this record | -
        INTERNAL_CANVAS_ERROR | 400 | assumed | request | - | -
        INVALID_ACCESS_LEVEL | 400 | assumed | record | - | -
        INVALID_ARGUMENT_TYPE | 400 | assumed | record | - | -
        INVALID_ASSIGNEE_TYPE | 400 | assumed | record | - | -
        INVALID_ASSIGNMENT_RULE | 400 | assumed | both | - | -
        INVALID_AUTH_HEADER | 401 | assumed | request | The Authorization header cannot be read | -
        INVALID_BATCH_OPERATION | 400 | assumed | record | - | -
        INVALID_BATCH_REQUEST | 400 | assumed | request | The batch cannot be read | -
        INVALID_BATCH_SIZE | 400 | assumed | request | The batch has more requests than it may have | -
        INVALID_CLIENT | 400 | assumed | request | - | -
        INVALID_CONTENT_TYPE | 400 | assumed | record | - | -
        INVALID_CREDIT_CARD_INFO | 400 | assumed | record | - | -
        INVALID_CROSS_REFERENCE_KEY | 404 | observed | both | The record refers to one that does not exist | -
        INVALID_CROSS_REFERENCE_TYPE_FOR_FIELD | 400 | assumed | record | - | -
        INVALID_CURRENCY_CONV_RATE | 400 | assumed | record | - | -
        INVALID_CURRENCY_CORP_RATE | 400 | assumed | record | - | -
        INVALID_CURRENCY_ISO | 400 | assumed | record | - | -
        INVALID_DATA_URI | 400 | assumed | record | - | -
        INVALID_DATE_FORMAT | 400 | assumed | request | - | -
        INVALID_EMAIL_ADDRESS | 400 | assumed | record | - | -
        INVALID_EMPTY_KEY_OWNER | 400 | assumed | record | - | -
        INVALID_FIELD | 400 | observed | both | There is no such field, or the user may not see it | -
        INVALID_FIELD_FOR_INSERT_UPDATE | 400 | assumed | record | The field cannot be written | -
        INVALID_FIELD_WHEN_USING_TEMPLATE | 400 | assumed | record | - | -
        INVALID_FILTER_ACTION | 400 | assumed | record | - | -
        INVALID_FILTER_LANGUAGE | 400 | assumed | request | - | -
        INVALID_FILTER_VALUE | 400 | assumed | request | - | -
        INVALID_GOOGLE_DOCS_URL | 400 | assumed | record | - | -
        INVALID_ID_FIELD | 400 | observed | both | - | -
        INVALID_INET_ADDRESS | 400 | assumed | record | - | -
        INVALID_INPUT_COMBINATION | 400 | assumed | request | - | -
        INVALID_LINEITEM_CLONE_STATE | 400 | assumed | record | - | -
        INVALID_LOCALE_LANGUAGE | 400 | assumed | request | - | -
        INVALID_LOCATOR | 400 | assumed | request | - | -
        INVALID_LOGIN | 400 | assumed | request | The user name or the password is wrong, or the user is locked | -
        INVALID_MASTER_OR_TRANSLATED_SOLUTION | 400 | assumed | record | - | -
        INVALID_MESSAGE_ID_REFERENCE | 400 | assumed | record | - | -
        INVALID_MULTIPART_REQUEST | 400 | assumed | request | - | -
        INVALID_NEW_PASSWORD | 400 | assumed | request | - | -
        INVALID_OLD_PASSWORD | 400 | assumed | request | - | -
        INVALID_OPERATION | 400 | assumed | both | - | -
        INVALID_OPERATION_WITH_EXPIRED_PASSWORD | 400 | assumed | request | - | -
        INVALID_OPERATOR | 400 | assumed | record | - | -
        INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST | 400 | assumed | record | The value is not in the list of the field | -
        INVALID_PACKAGE_VERSION | 400 | assumed | request | - | -
        INVALID_PAGING_OPTION | 400 | assumed | request | - | -
        INVALID_PARTNER_NETWORK_STATUS | 400 | assumed | record | - | -
        INVALID_PERSON_ACCOUNT_OPERATION | 400 | assumed | record | - | -
        INVALID_QUERY_FILTER_OPERATOR | 400 | assumed | request | - | -
        INVALID_QUERY_KEY | 400 | assumed | request | - | -
        INVALID_QUERY_LOCATOR | 400 | assumed | request | The cursor of the query has expired or is not known | -
        INVALID_QUERY_SCOPE | 400 | assumed | request | - | -
        INVALID_QUERY_VALUE | 400 | assumed | request | - | -
        INVALID_READ_ONLY_USER_DML | 400 | assumed | record | - | -
        INVALID_REPLICATION_DATE | 400 | assumed | request | - | -
        INVALID_SAVE_AS_ACTIVITY_FLAG | 400 | assumed | record | - | -
        INVALID_SEARCH | 400 | assumed | request | - | -
        INVALID_SEARCH_SCOPE | 400 | assumed | request | - | -
        INVALID_SESSION_ID | 401 | documented | both | The session has expired or is not valid | -
        INVALID_SETUP_OWNER | 400 | assumed | record | - | -
        INVALID_SOAP_HEADER | 400 | assumed | request | - | -
        INVALID_SORT_OPTION | 400 | assumed | request | - | -
        INVALID_SSO_GATEWAY_URL | 400 | assumed | request | - | -
        INVALID_STATUS | 400 | assumed | record | - | -
        INVALID_TYPE | 400 | observed | both | There is no such object, or the user may not see it | -
        INVALID_TYPE_FOR_OPERATION | 400 | assumed | both | - | -
        INVALID_TYPE_ON_FIELD_IN_RECORD | 400 | assumed | record | - | -
        IP_RANGE_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        JIGSAW_ACTION_DISABLED | 400 | assumed | request | - | -
        JIGSAW_IMPORT_LIMIT_EXCEEDED | 400 | assumed | request | - | -
        JIGSAW_REQUEST_NOT_SUPPORTED | 400 | assumed | request | - | -
        JSON_PARSER_ERROR | 400 | assumed | request | The body is not JSON that can be read | -
        KEY_HAS_BEEN_DESTROYED | 400 | assumed | request | - | -
        LICENSE_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        LICENSING_DATA_ERROR | 400 | assumed | request | - | -
        LICENSING_UNKNOWN_ERROR | 400 | assumed | request | - | -
        LIGHT_PORTAL_USER_EXCEPTION | 400 | assumed | record | - | -
        LIMIT_EXCEEDED | 400 | assumed | both | A limit is exceeded | -
        LOGIN_CHALLENGE_ISSUED | 400 | assumed | request | - | -
        LOGIN_CHALLENGE_PENDING | 400 | assumed | request | - | -
        LOGIN_DURING_RESTRICTED_DOMAIN | 400 | assumed | request | - | -
        LOGIN_DURING_RESTRICTED_TIME | 400 | assumed | request | - | -
        LOGIN_MUST_USE_SECURITY_TOKEN | 400 | assumed | request | - | -
        MALFORMED_ID | 400 | documented | both | The record ID has the wrong form | The guide shows it with the field Id.
        MALFORMED_QUERY | 400 | assumed | request | The query cannot be read | -
        MALFORMED_SEARCH | 400 | assumed | request | The search cannot be read | -
        MANAGER_NOT_DEFINED | 400 | assumed | record | - | -
        MASSMAIL_RETRY_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        MASS_MAIL_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        MAXIMUM_CCEMAILS_EXCEEDED | 400 | assumed | record | - | -
        MAXIMUM_DASHBOARD_COMPONENTS_EXCEEDED | 400 | assumed | record | - | -
        MAXIMUM_HIERARCHY_LEVELS_REACHED | 400 | assumed | record | - | -
        MAXIMUM_SIZE_OF_ATTACHMENT | 400 | assumed | record | - | -
        MAXIMUM_SIZE_OF_DOCUMENT | 400 | assumed | record | - | -
        MAX_ACTIONS_PER_RULE_EXCEEDED | 400 | assumed | record | - | -
        MAX_ACTIVE_RULES_EXCEEDED | 400 | assumed | record | - | -
        MAX_APPROVAL_STEPS_EXCEEDED | 400 | assumed | record | - | -
        MAX_FORMULAS_PER_RULE_EXCEEDED | 400 | assumed | record | - | -
        MAX_RULES_EXCEEDED | 400 | assumed | record | - | -
        MAX_RULE_ENTRIES_EXCEEDED | 400 | assumed | record | - | -
        MAX_TASK_DESCRIPTION_EXCEEEDED | 400 | assumed | record | - | It is misspelt in the list.
        MAX_TM_RULES_EXCEEDED | 400 | assumed | record | - | -
        MAX_TM_RULE_ITEMS_EXCEEDED | 400 | assumed | record | - | -
        MERGE_FAILED | 400 | assumed | record | - | -
        METHOD_NOT_ALLOWED | 405 | observed | rest | The resource does not take this HTTP method | -
        MISMATCHING_VERSIONS | 400 | assumed | request | - | -
        MISSING_ARGUMENT | 400 | assumed | both | An argument is missing | -
        MISSING_RECORD | 400 | assumed | request | - | -
        MIXED_DML_OPERATION | 400 | assumed | record | - | -
        MODIFIED | 400 | assumed | request | - | -
        MULTIPLE_RECORDS_FOUND | 300 | assumed | request | Several records have this external ID | The response is a list of the records, and not an error.
        MUTUAL_AUTHENTICATION_FAILED | 400 | assumed | request | - | -
        NONUNIQUE_SHIPPING_ADDRESS | 400 | assumed | record | - | -
        NOT_ACCEPTABLE | 406 | assumed | request | The resource has no format that the client accepts | -
        NOT_FOUND | 404 | documented | rest | The requested resource does not exist | -
        NOT_MODIFIED | 304 | assumed | request | The resource has not changed since then | The response has no body, so that the code is never seen.
        NO_ACTIVE_DUPLICATE_RULE | 400 | assumed | request | - | -
        NO_APPLICABLE_PROCESS | 400 | assumed | record | - | -
        NO_ATTACHMENT_PERMISSION | 400 | assumed | record | - | -
        NO_INACTIVE_DIVISION_MEMBERS | 400 | assumed | record | - | -
        NO_MASS_MAIL_PERMISSION | 400 | assumed | record | - | -
        NO_RECIPIENTS | 400 | assumed | request | - | -
        NO_SOFTPHONE_LAYOUT | 400 | assumed | request | - | -
        NUMBER_OUTSIDE_VALID_RANGE | 400 | assumed | both | - | -
        NUM_HISTORY_FIELDS_BY_SOBJECT_EXCEEDED | 400 | assumed | record | - | -
        OPERATION_TOO_LARGE | 400 | assumed | request | The operation concerns too many records | -
        OPTED_OUT_OF_MASS_MAIL | 400 | assumed | record | - | -
        OP_WITH_INVALID_USER_TYPE_EXCEPTION | 400 | assumed | record | - | -
        ORDER_MANAGEMENT_ACTION_NOT_ALLOWED | 400 | assumed | request | - | -
        ORG_IN_MAINTENANCE | 503 | assumed | request | The organization is under maintenance | -
        ORG_IS_DOT_ORG | 400 | assumed | request | - | -
        ORG_IS_SIGNING_UP | 400 | assumed | request | - | -
        ORG_LOCKED | 400 | assumed | request | The organization is locked | -
        ORG_NOT_OWNED_BY_INSTANCE | 400 | assumed | request | - | -
        PACKAGE_LICENSE_REQUIRED | 400 | assumed | record | - | -
        PASSWORD_LOCKOUT | 400 | assumed | request | The user has failed to log in too often | -
        PORTAL_NO_ACCESS | 400 | assumed | request | - | -
        PORTAL_USER_ALREADY_EXISTS_FOR_CONTACT | 400 | assumed | record | - | -
        POST_BODY_PARSE_ERROR | 400 | assumed | request | The body of the request is not what the resource takes | -
        PRIVATE_CONTACT_ON_ASSET | 400 | assumed | record | - | -
        PROCESSING_HALTED | 400 | documented | rest | The transaction was rolled back because another operation in it failed | -
        PRODUCT_NOT_FOUND | 400 | assumed | request | - | -
        QAT_HETEROGENOUS_CONTEXT_IDS | 400 | assumed | request | - | -
        QAT_INVALID_CONTEXT_ID | 400 | assumed | request | - | -
        QAT_INVALID_QUICK_ACTION | 400 | assumed | request | - | -
        QUERY_TIMEOUT | 400 | assumed | request | The query took too long | -
        QUERY_TOO_COMPLICATED | 400 | observed | request | The query is too complicated | -
        REALTIME_PROCESSING_TIME_EXCEEDED_LIMIT | 400 | assumed | request | - | -
        RECORD_IN_USE_BY_WORKFLOW | 400 | assumed | record | - | -
        RECORD_NOT_FOUND | 404 | assumed | request | There is no record of that ID | -
        REPORT_EXPORT_LIMIT_EXCEEDED | 400 | assumed | request | - | -
        REQUEST_LIMIT_EXCEEDED | 403 | documented | request | The limit of requests in 24 hours is used up | -
        REQUEST_RUNNING_TOO_LONG | 400 | assumed | both | The request took too long | -
        REQUIRED_FEATURE_MISSING | 400 | assumed | record | - | -
        REQUIRED_FIELD_MISSING | 400 | assumed | record | A required field has no value | -
        SELF_REFERENCE_FROM_TRIGGER | 400 | assumed | record | - | -
        SERVER_UNAVAILABLE | 503 | assumed | request | The server is too busy, or down for maintenance | -
        SERVICE_DESK_NOT_ENABLED | 400 | assumed | request | - | -
        SHARE_NEEDED_FOR_CHILD_OWNER | 400 | assumed | record | - | -
        SINGLE_EMAIL_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        SOCIALCRM_FEEDSERVICE_API_CLIENT_EXCEPTION | 400 | assumed | request | - | -
        SOCIALCRM_FEEDSERVICE_API_SERVER_EXCEPTION | 400 | assumed | request | - | -
        SOCIALCRM_FEEDSERVICE_API_UNAVAILABLE | 400 | assumed | request | - | -
        SSO_SERVICE_DOWN | 400 | assumed | request | - | -
        SST_ADMIN_FILE_DOWNLOAD_EXCEPTION | 400 | assumed | request | - | -
        STANDARD_PRICE_NOT_DEFINED | 400 | assumed | record | - | -
        STATE_TRANSITION_NOT_ALLOWED | 400 | assumed | request | - | -
        STORAGE_LIMIT_EXCEEDED | 400 | assumed | record | The storage of the organization is full | -
        STRING_TOO_LONG | 400 | assumed | record | A value is longer than its field | -
        TABSET_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        TEMPLATE_NOT_ACTIVE | 400 | assumed | record | - | -
        TERRITORY_REALIGN_IN_PROGRESS | 400 | assumed | record | - | -
        TEXT_DATA_OUTSIDE_SUPPORTED_CHARSET | 400 | assumed | record | - | -
        TOO_MANY_APEX_REQUESTS | 400 | assumed | both | Too many long requests run at the same time | -
        TOO_MANY_ENUM_VALUE | 400 | assumed | record | - | -
        TOO_MANY_JOBS | 400 | assumed | request | - | -
        TOO_MANY_RECIPIENTS | 400 | assumed | request | - | -
        TOO_MANY_RECORDS | 400 | assumed | request | - | -
        TRANSFER_REQUIRES_READ | 400 | assumed | record | - | -
        TRIAL_EXPIRED | 400 | assumed | request | - | -
        TXN_SECURITY_APEX_ERROR | 400 | assumed | request | - | -
        TXN_SECURITY_END_A_SESSION | 400 | assumed | request | - | -
        TXN_SECURITY_FAIL_CLOSE | 400 | assumed | request | - | -
        TXN_SECURITY_METERING_ERROR | 400 | assumed | request | - | -
        TXN_SECURITY_NO_ACCESS | 400 | assumed | request | A policy of transaction security blocks this | -
        TXN_SECURITY_RUNTIME_ERROR | 400 | assumed | request | - | -
        TXN_SECURITY_TWO_FA_REQUIRED | 400 | assumed | request | - | -
        UNABLE_TO_LOCK_ROW | 400 | assumed | both | The record is being changed by somebody else | -
        UNAVAILABLE_RECORDTYPE_EXCEPTION | 400 | assumed | record | - | -
        UNDELETE_FAILED | 400 | assumed | record | - | -
        UNKNOWN_ATTACHMENT_EXCEPTION | 400 | assumed | request | - | -
        UNKNOWN_EXCEPTION | 500 | assumed | both | Something unexpected happened inside of the server | -
        UNKNOWN_ORG_SETTING | 400 | assumed | request | - | -
        UNSPECIFIED_EMAIL_ADDRESS | 400 | assumed | record | - | -
        UNSUPPORTED_APEX_TRIGGER_OPERATON | 400 | assumed | record | - | It is misspelt in the list.
        UNSUPPORTED_API_VERSION | 410 | assumed | request | This version of the API is retired | The guide has the status for a retired version.
        UNSUPPORTED_ATTACHMENT_ENCODING | 400 | assumed | request | - | -
        UNSUPPORTED_CLIENT | 400 | assumed | request | - | -
        UNSUPPORTED_MEDIA_TYPE | 415 | assumed | request | The format of the body is not supported | -
        UNVERIFIED_SENDER_ADDRESS | 400 | assumed | record | - | -
        USER_OWNS_PORTAL_ACCOUNT_EXCEPTION | 400 | assumed | record | - | -
        USER_WITH_APEX_SHARES_EXCEPTION | 400 | assumed | record | - | -
        WEBLINK_SIZE_LIMIT_EXCEEDED | 400 | assumed | record | - | -
        WEBSTORE_NOT_FOUND | 400 | assumed | request | - | -
        WRONG_CONTROLLER_TYPE | 400 | assumed | record | - | -
        XML_PARSER_ERROR | 400 | assumed | request | The body is not XML that can be read | -
        """

    /// Codes that no list of Salesforce's own has, which are of public client libraries and captures; columns as above.
    static let further = """
        APEX_ERROR | 400 | assumed | client | - | -
        BCC_SELF_NOT_ALLOWED_IF_BCC_COMPLIANCE_ENABLED | 400 | assumed | client | - | -
        CANNOT_EXECUTE_FLOW_TRIGGER | 400 | assumed | client | - | -
        CANNOT_POST_TO_ARCHIVED_GROUP | 400 | assumed | client | - | -
        CANNOT_RESOLVE_NAME | 400 | assumed | client | - | -
        EMAIL_ADDRESS_BOUNCED | 400 | assumed | client | - | -
        EMAIL_OPTED_OUT | 400 | assumed | client | - | -
        EMAIL_TEMPLATE_FORMULA_ERROR | 400 | assumed | client | - | -
        EMAIL_TEMPLATE_MERGEFIELD_ACCESS_ERROR | 400 | assumed | client | - | -
        EMAIL_TEMPLATE_MERGEFIELD_ERROR | 400 | assumed | client | - | -
        EMAIL_TEMPLATE_MERGEFIELD_VALUE_ERROR | 400 | assumed | client | - | -
        EMAIL_TEMPLATE_PROCESSING_ERROR | 400 | assumed | client | - | -
        FORBIDDEN | 403 | assumed | client | - | -
        GONE | 410 | observed | client | The version of the API is retired | -
        INVALIDENTITY | 400 | observed | client | Bulk cannot do this with the object | -
        INVALID_EVENT_SUBSCRIPTION | 400 | assumed | client | - | -
        INVALID_INPUT | 400 | observed | client | - | -
        INVALID_MARKUP | 400 | assumed | client | - | -
        INVALID_SIGNUP_COUNTRY | 400 | assumed | client | - | -
        MAX_TASK_DESCRIPTION_EXCEEDED | 400 | assumed | client | - | -
        PLATFORM_EVENT_ENCRYPTION_ERROR | 400 | assumed | client | - | -
        PLATFORM_EVENT_PUBLISHING_UNAVAILABLE | 400 | assumed | client | - | -
        PLATFORM_EVENT_PUBLISH_FAILED | 400 | assumed | client | - | -
        UNSUPPORTED_APEX_TRIGGER_OPERATION | 400 | assumed | client | - | -
        WEBLINK_URL_INVALID | 400 | assumed | client | - | -
        """
}
