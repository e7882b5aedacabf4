/**
 * Every error a call or a document can end in: the code is the text key in every language, the
 * number the HTTP status. Status texts follow the specification's catalogue.
 */
export const errors = {
  'request.invalid': 422,
  'request.bad': 400,
  'request.too_large': 413,
  'request.unsupported_media_type': 415,
  'request.not_acceptable': 406,
  'request.range_not_satisfiable': 416,
  'request.rate_limited': 429,
  'route.not_found': 404,
  'route.method_not_allowed': 405,
  'server.error': 500,
  'server.unavailable': 503,
  'auth.required': 401,
  'auth.wrong_credentials': 401,
  'auth.session_expired': 401,
  'auth.account_disabled': 403,
  'auth.company_disabled': 403,
  'auth.level_too_low': 403,
  'auth.password_change_required': 403,
  'auth.too_many_attempts': 429,
  'auth.sign_up_disabled': 403,
  'account.email_taken': 409,
  'account.username_taken': 409,
  'account.password_too_short': 422,
  'account.passwords_differ': 422,
  'account.current_password_wrong': 422,
  'account.password_unchanged': 422,
  'company.not_found': 404,
  'quota.users_reached': 409,
  'quota.assistants_reached': 409,
  'quota.knowledge_bases_reached': 409,
  'quota.iframes_reached': 409,
  'quota.storage_reached': 409,
  'quota.monthly_requests_reached': 429,
  'quota.yearly_requests_reached': 429,
  'knowledge_base.not_found': 404,
  'knowledge_base.name_taken': 409,
  'knowledge_base.forbidden': 403,
  'knowledge_base.embedding_model_locked': 409,
  'knowledge_base.chunk_method_unknown': 422,
  'knowledge_base.chunk_options_invalid': 422,
  'document.not_found': 404,
  'document.too_large': 413,
  'document.too_many_files': 413,
  'document.no_file': 422,
  'document.empty': 422,
  'document.unsupported': 415,
  'document.already_parsing': 409,
  'document.not_parsing': 409,
  'document.not_parsed': 409,
  'document.page_not_found': 404,
  'chunk.not_found': 404,
  'chunk.empty': 422,
  'chunk.too_long': 422,
  'model.not_found': 404,
  'model.name_taken': 409,
  'model.provider_unknown': 422,
  'model.credentials_invalid': 422,
  'model.in_use': 409,
  'model.wrong_type': 422,
  'model.address_refused': 422,
  'model.bad_credentials': 502,
  'model.model_not_found': 502,
  'model.rate_limited': 503,
  'model.quota_exhausted': 502,
  'model.context_too_long': 502,
  'model.bad_request': 502,
  'model.content_filtered': 502,
  'model.unreachable': 502,
  'model.timeout': 504,
  'model.server_error': 502,
  'model.bad_response': 502,
  'model.circuit_open': 503,
  'model.aborted': 503,
  'assistant.not_found': 404,
  'assistant.name_taken': 409,
  'assistant.forbidden': 403,
  'assistant.unknown_variable': 422,
  'conversation.not_found': 404,
  'conversation.busy': 409,
  'message.not_found': 404,
  'message.not_streaming': 409,
  'parsing.empty': 422,
  'parsing.encrypted': 422,
  'parsing.broken': 422,
  'parsing.mislabelled': 422,
  'parsing.unsupported': 422,
  'parsing.too_large_unpacked': 422,
  'parsing.too_deep': 422,
  'parsing.too_many_pages': 422,
  'parsing.too_many_cells': 422,
  'parsing.forbidden_construct': 422,
  'parsing.no_text': 422,
  'parsing.converter_missing': 422,
  'parsing.time_limit': 422,
  'parsing.memory_limit': 422,
  'parsing.failed': 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errors;

/** What a call can end in that asks a provider's model: the provider's faults, not the server's. */
export const providerErrors = [
  'model.address_refused',
  'model.bad_credentials',
  'model.model_not_found',
  'model.rate_limited',
  'model.quota_exhausted',
  'model.context_too_long',
  'model.bad_request',
  'model.content_filtered',
  'model.unreachable',
  'model.timeout',
  'model.server_error',
  'model.bad_response',
  'model.circuit_open',
  'model.aborted',
] as const satisfies readonly ErrorCode[];
export type ErrorDetails = Record<string, unknown>;

/** The one error that code throws on purpose. `details` fill the text and go to the caller: no secrets. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | undefined;
  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errors[code];
    this.details = details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The body of every answer from 400 up. */
export type ErrorBody = {
  error: { code: ErrorCode; message: string; details: ErrorDetails; request_id: string };
};
