import { type AnswerEvent, type Endpoint, fromWire, type ResponseOf, toWire } from '@lectern/contract';
import { type ApiError, toApiError, toNetworkError } from './error.ts';
import { readEvents } from './events.ts';
import { followAnswer, type Reconnecting, type StreamedEvent } from './follow-answer.ts';
import { type Arguments, buildPath, type CallInput, type InputOf, type LooseInput } from './request.ts';
import { defaultRetryRules, type RetryRules, retry } from './retry.ts';
import { sendFile } from './upload.ts';

export type ClientOptions = {
  /** Where the server is, such as `https://lectern.example`; '' in a page that it serves itself. */
  baseUrl: string;
  /** An API token, or who finds the one to use for each call. Without it, calls are made as nobody. */
  token?: string | (() => string | null | undefined) | undefined;
  /** Of the texts in errors: `en`, `fr`, `zh` or `zh-TRADITIONAL`. */
  language?: string | (() => string) | undefined;
  retry?: Partial<RetryRules> | undefined;
  /** In place of the global one. Browsers send files by XMLHttpRequest all the same. */
  fetch?: typeof fetch | undefined;
  /** Told of every call that the server refused, with the token that it was made with. */
  onRefused?: ((error: ApiError, endpoint: Endpoint, token: string | undefined) => void) | undefined;
};

type JsonEndpoint = Endpoint & { responseKind?: 'json' | 'none'; multipart?: undefined };
type EventsEndpoint = Endpoint & { responseKind: 'events' };
export type FileEndpoint = Endpoint & { responseKind: 'file' };
type UploadEndpoint = Endpoint & { multipart: true };
type AnswerEndpoint = EventsEndpoint & { resumedBy: Endpoint | 'itself' };

type UploadInput<E> = InputOf<E> & {
  file: File;
  /** 0–1 of the bytes that left this machine; begins anew where the upload is repeated. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** An event of an answer, or word of a connection that dropped. */
export type AnswerStreamEvent = AnswerEvent | Reconnecting;

/** All calls fail with an `ApiError` only. */
export type Client = {
  /** One call; the answer is in camelCase. */
  call<const E extends JsonEndpoint>(endpoint: E, ...input: Arguments<E>): Promise<ResponseOf<E>>;
  /** The events of a stream as they come; ends with the stream, and fails where it breaks. */
  stream<const E extends EventsEndpoint>(
    endpoint: E,
    input: CallInput<E>,
  ): AsyncGenerator<{ id: string; event: ResponseOf<E> }, void, undefined>;
  /** The events of an answer to its `done`, across dropped connections. */
  answer<const E extends AnswerEndpoint>(
    endpoint: E,
    input: CallInput<E>,
  ): AsyncGenerator<AnswerStreamEvent, void, undefined>;
  /** The bytes of a file, with the name that the server gives them; empty where it gives none. */
  download<const E extends FileEndpoint>(
    endpoint: E,
    input: CallInput<E>,
  ): Promise<{ bytes: Blob; name: string }>;
  /** Sends one file. */
  upload<const E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>): Promise<ResponseOf<E>>;
  /** What a call is made with, for programs that fetch by themselves, such as in ranges. */
  addressOf<const E extends FileEndpoint>(
    endpoint: E,
    input: InputOf<E>,
  ): { url: string; headers: Record<string, string> };
};

const resolve = <Value>(value: Value | (() => Value)): Value =>
  typeof value === 'function' ? (value as () => Value)() : value;

/** Opens calls with the client's options: what `call`, `stream` and `download` have in common. */
function createTransport(options: ClientOptions) {
  const rules = { ...defaultRetryRules, ...options.retry };
  const base = options.baseUrl.replace(/\/+$/, '');

  const findToken = () => resolve(options.token) ?? undefined;
  const buildUrl = (endpoint: Endpoint, input: LooseInput) => base + buildPath(endpoint, input);

  function buildHeaders(token = findToken()): Record<string, string> {
    const language = resolve(options.language);
    return {
      ...(language ? { 'accept-language': language } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
  }

  /** Gives the call its token, and word of a refusal. */
  async function report<Result>(
    endpoint: Endpoint,
    attempt: (token: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const token = findToken();
    try {
      return await attempt(token);
    } catch (error) {
      const refusal = error as ApiError;
      if (refusal.status > 0) options.onRefused?.(refusal, endpoint, token);
      throw error;
    }
  }

  async function fetchOnce(endpoint: Endpoint, input: LooseInput, token: string | undefined) {
    const { body, signal } = input;
    const url = buildUrl(endpoint, input);
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method: endpoint.method,
        headers: {
          ...buildHeaders(token),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(endpoint.responseKind === 'events' ? { accept: 'text/event-stream' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(toWire(body)) }),
        ...(signal ? { signal } : {}),
      });
      if (response.ok) return response;
      throw toApiError(response.status, await response.text(), (name) => response.headers.get(name));
    } catch (cause) {
      throw toNetworkError(cause, signal);
    }
  }

  /** Makes a call and reads its answer, again where the rules allow. */
  function send<Result>(
    endpoint: Endpoint,
    input: LooseInput,
    read: (response: Response, token: string | undefined) => Promise<Result>,
    retryRules = rules,
  ): Promise<Result> {
    return retry(endpoint, retryRules, input.signal, () =>
      report(endpoint, async (token) => {
        const response = await fetchOnce(endpoint, input, token);
        try {
          return await read(response, token);
        } catch (cause) {
          throw toNetworkError(cause, input.signal);
        }
      }),
    );
  }

  return { rules, buildUrl, buildHeaders, report, send };
}

/** The events of one connection. */
async function* streamOnce<Event>(
  { send, rules }: ReturnType<typeof createTransport>,
  options: ClientOptions,
  endpoint: Endpoint,
  input: LooseInput,
  retries = rules.retries,
): AsyncGenerator<{ id: string; event: Event }, void, undefined> {
  const opened = await send(endpoint, input, async ({ body }, token) => ({ body, token }), {
    ...rules,
    retries,
  });
  if (!opened.body) return;
  try {
    for await (const { id, event, data } of readEvents(opened.body)) {
      // The status was sent before the server found out.
      if (event === 'error') {
        const error = toApiError(0, data, () => null);
        options.onRefused?.(error, endpoint, opened.token);
        throw error;
      }
      yield { id, event: fromWire(JSON.parse(data)) as Event };
    }
  } catch (cause) {
    throw toNetworkError(cause, input.signal);
  }
}

async function readFile(response: Response): Promise<{ bytes: Blob; name: string }> {
  const [, name = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { bytes: await response.blob(), name: decodeURIComponent(name) };
}

/** A client of one server, for one caller. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const { rules, buildUrl, buildHeaders, report, send } = transport;

  return {
    call: ((endpoint: Endpoint, input: LooseInput = {}) =>
      send(endpoint, input, async (response) =>
        endpoint.responseKind === 'none' ? undefined : fromWire(await response.json()),
      )) as Client['call'],

    stream: (endpoint, input) => streamOnce(transport, options, endpoint, input as LooseInput),

    answer: (endpoint, input) => {
      const { params, query, signal, ...rest } = input as LooseInput;
      const { messageId, ...place } = params as { messageId: string };
      const resumes = endpoint.resumedBy === 'itself';
      const resumedBy: Endpoint = resumes ? endpoint : (endpoint.resumedBy as Endpoint);
      const open = (...[call, given, retries]: [Endpoint, LooseInput, number?]) =>
        streamOnce<StreamedEvent['event']>(transport, options, call, given, retries);
      return followAnswer({
        ...(resumes
          ? { from: { messageId, after: (query as { after?: number } | undefined)?.after ?? 0 } }
          : { start: (connection) => open(endpoint, { ...rest, params, query, signal: connection }) }),
        // Following has its own patience.
        resume: (id, after, connection) =>
          open(resumedBy, { params: { ...place, messageId: id }, query: { after }, signal: connection }, 0),
        signal: signal ?? new AbortController().signal,
      });
    },

    download: (endpoint, input) => send(endpoint, input as LooseInput, readFile),

    upload: async (endpoint, input) => {
      const { file, onProgress, signal, ...address } = input as UploadInput<Endpoint> & LooseInput;
      const body = await retry(endpoint, rules, signal, () =>
        report(endpoint, (token) =>
          sendFile(
            {
              url: buildUrl(endpoint, address),
              method: endpoint.method,
              headers: buildHeaders(token),
              file,
              onProgress,
              signal,
            },
            options.fetch ?? fetch,
          ),
        ),
      );
      try {
        return fromWire(JSON.parse(body)) as ResponseOf<typeof endpoint>;
      } catch (cause) {
        throw toNetworkError(cause, signal);
      }
    },

    addressOf: (endpoint, input) => ({
      url: buildUrl(endpoint, input as LooseInput),
      headers: buildHeaders(),
    }),
  };
}
