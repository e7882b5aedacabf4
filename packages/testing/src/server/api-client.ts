import { checkAnswer, checkShape, findEndpoint } from './check-answer.ts';

/** What a call answered, as it was on the wire. */
export type ApiAnswer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
  body: any;
};

/** A person with a token, calling the HTTP API as any client does: snake case, no help from our own code. */
export type ApiClient = {
  token: string | undefined;
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer>;
  upload: (path: string, files: { name: string; bytes: Uint8Array | string }[]) => Promise<ApiAnswer>;
  /** The events of a stream until it ends. */
  stream: (
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ) => AsyncGenerator<StreamedEvent>;
};

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
export type StreamedEvent = { id: string; event: string; data: any };

/** A stream that did not begin. */
export class StreamRefused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** Every answer is held against the contract: an undocumented status, code or field throws. */
export function createApiClient(url: string, token?: string): ApiClient {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const address = (path: string) =>
    path.startsWith('/api') || !path.startsWith('/') ? url + path : `${url}/api/v1${path}`;

  async function readAnswer(method: string, response: Response): Promise<ApiAnswer> {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body = isJson && text ? JSON.parse(text) : text;
    checkAnswer(method, response.url, { status: response.status, body, isJson });
    return { status: response.status, headers: response.headers, body };
  }

  function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ) {
    return fetch(address(path), {
      method,
      headers: {
        ...authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  }

  return {
    token,
    call: async (method, path, body, headers = {}) =>
      readAnswer(method, await send(method, path, body, headers)),
    upload: async (path, files) => {
      const form = new FormData();
      for (const { name, bytes } of files) form.append('file', new Blob([bytes as never]), name);
      return readAnswer(
        'POST',
        await fetch(address(path), { method: 'POST', headers: authorization, body: form }),
      );
    },
    async *stream(method, path, body, signal) {
      const response = await send(method, path, body, { accept: 'text/event-stream' }, signal);
      if (!response.ok || !response.body) {
        const { status, body: refusal } = await readAnswer(method, response);
        throw new StreamRefused(status, refusal.error.code);
      }
      const endpoint = findEndpoint(method, response.url);
      let pending = '';
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        pending += part;
        const blocks = pending.split('\n\n');
        pending = blocks.pop() ?? '';
        for (const block of blocks) {
          const field = (name: string) =>
            block
              .split('\n')
              .find((line) => line.startsWith(`${name}: `))
              ?.slice(name.length + 2);
          const data = field('data');
          if (data === undefined) continue;
          const event = { id: field('id') ?? '', event: field('event') ?? 'message', data: JSON.parse(data) };
          if (endpoint && event.event === 'message') checkShape(endpoint, event.data);
          yield event;
        }
      }
    },
  };
}
