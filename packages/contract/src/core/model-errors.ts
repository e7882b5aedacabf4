import { type localModelErrors, modelProcessErrors } from './local-model-errors.ts';

/** Errors of models that are configured, and of calls to their providers. */
export const modelErrors = {
  'model.not_found': 404,
  'model.name_taken': 409,
  'model.name_invalid': 422,
  'model.provider_unknown': 422,
  'model.credentials_invalid': 422,
  'model.in_use': 409,
  'model.wrong_type': 422,
  'model.second_itself': 422,
  'model.second_has_second': 422,
  'model.second_of_second': 422,
  'model.second_embedding': 422,
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
} as const;

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
  ...modelProcessErrors,
] as const satisfies readonly (keyof typeof modelErrors | keyof typeof localModelErrors)[];
