/** The client of the API: what web calls the server with, and the package for developers. */
export {
  type AnswerStreamEvent,
  type Client,
  type ClientOptions,
  createClient,
  type FileEndpoint,
} from './client.ts';
export { AnswerLostError, ApiError, type ApiErrorCode, isAborted } from './error.ts';
export type { CallInput, InputOf } from './request.ts';
export type { RetryRules } from './retry.ts';
