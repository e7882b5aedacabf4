/** What a call answered, as it stood on the wire. */
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

export function createApiClient(url: string, token?: string): ApiClient {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const address = (path: string) =>
    path.startsWith('/api') || !path.startsWith('/') ? url + path : `${url}/api/v1${path}`;

  async function readAnswer(response: Response): Promise<ApiAnswer> {
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : text,
    };
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
    call: async (method, path, body, headers = {}) => readAnswer(await send(method, path, body, headers)),
    upload: async (path, files) => {
      const form = new FormData();
      for (const { name, bytes } of files) form.append('file', new Blob([bytes as never]), name);
      return readAnswer(await fetch(address(path), { method: 'POST', headers: authorization, body: form }));
    },
    async *stream(method, path, body, signal) {
      const response = await send(method, path, body, { accept: 'text/event-stream' }, signal);
      if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
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
          if (data !== undefined)
            yield { id: field('id') ?? '', event: field('event') ?? 'message', data: JSON.parse(data) };
        }
      }
    },
  };
}
