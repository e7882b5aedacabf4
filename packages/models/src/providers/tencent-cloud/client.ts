import type { Clock, Fetch } from '../../ports.ts';
import { ModelError, type ModelErrorKind } from '../../ports.ts';
import { classifyFailure } from '../http-error.ts';
import { createJsonClient } from '../json-client.ts';
import { createSigner, type TencentAction, type TencentKeys } from './sign.ts';

type Refusal = { Code?: unknown; Message?: unknown };
type Answer = { Response?: { Error?: Refusal } & Record<string, unknown> } | null;

/** What the beginning of an error's code means; other codes are judged by their words. */
const kinds: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [/^(AuthFailure|UnauthorizedOperation)/, 'bad_credentials'],
  [/^(RequestLimitExceeded|LimitExceeded)/, 'rate_limited'],
  [
    /^(FailedOperation\.ResourcePackExhausted|ResourceInsufficient|FailedOperation\.Arrears)/,
    'quota_exhausted',
  ],
  [
    /^(FailedOperation\.(UserHasNoFreeAmount|ServiceIsolate|ServiceStop|ServiceNotActivated|UserNotRegistered))/,
    'quota_exhausted',
  ],
  [/^(InvalidParameterValue\.Model|FailedOperation\.PartnerAccountUnSupport)/, 'model_not_found'],
  [/^OperationDenied\.(Text|Image)IllegalDetected/, 'content_filtered'],
  [/^FailedOperation\.EngineRequestTimeout/, 'timeout'],
  [/^(InternalError|FailedOperation\.EngineServer)/, 'server_error'],
];

/** Calls one action of Tencent Cloud, whose errors come with status 200. */
export function createTencentClient(
  keys: TencentKeys,
  called: TencentAction,
  { fetch, clock }: { fetch: Fetch; clock: Clock },
) {
  const client = createJsonClient({
    baseUrl: `https://${called.service}.tencentcloudapi.com`,
    apiKey: keys.secretKey,
    headers: {},
    authorize: createSigner(keys, called, clock),
    fetch,
    clock,
  });
  return {
    ...client,
    /** What stands in the `Response` of an answer. */
    call: async (body: object, signal?: AbortSignal): Promise<Record<string, unknown>> =>
      readAnswer(await client.postForJson('/', body, signal)),
    /** An answer that is streamed; `readAnswer` takes one that is not. */
    stream: (body: object, signal?: AbortSignal): Promise<Response> => client.post('/', body, signal),
  };
}

export type TencentClient = ReturnType<typeof createTencentClient>;

/** The content of an answer. Throws what it refuses. */
export function readAnswer(answer: unknown): Record<string, unknown> {
  const { Response: content } = (answer as Answer) ?? {};
  if (content?.Error) throw readError(content.Error);
  if (typeof content !== 'object') throw new ModelError('bad_response', { detail: 'no answer of the API' });
  return content;
}

function readError({ Code, Message }: Refusal): ModelError {
  const detail = typeof Message === 'string' ? Message : String(Code);
  const kind = kinds.find(([pattern]) => pattern.test(String(Code)))?.[1];
  return new ModelError(kind ?? classifyFailure(400, `${Code} ${detail}`), { detail: detail.slice(0, 300) });
}
