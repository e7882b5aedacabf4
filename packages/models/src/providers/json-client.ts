import type { Clock, Fetch } from '../ports.ts';
import { ModelError } from '../ports.ts';
import { errorFromFetch, errorFromResponse } from './http-error.ts';

/** A request before it is sent, as a signature covers it. */
export type OutgoingRequest = {
  method: 'GET' | 'POST';
  url: string;
  /** Absent without a body. */
  contentType?: string;
  body: string | Uint8Array;
};

/** The headers that admit one request. Throws a ModelError. */
export type Authorize = (request: OutgoingRequest, signal?: AbortSignal) => Promise<Record<string, string>>;

/** Speaks JSON to one base URL with one key; every failure is a ModelError. */
export type JsonClient = {
  /** The answer, its status being 2xx and its body unread. */
  post: (path: string, body: unknown, signal?: AbortSignal) => Promise<Response>;
  /** The answer's whole body as JSON; `bad_response` when it is none. */
  postForJson: (path: string, body: unknown, signal?: AbortSignal) => Promise<unknown>;
  /** The answer's whole body; `bad_response` when it is longer than `most` bytes. */
  postForBytes: (
    path: string,
    body: unknown,
    options: { most: number; signal?: AbortSignal },
  ) => Promise<Uint8Array>;
  /** As `post`, of what stands at an address below the base URL. */
  open: (path: string, signal?: AbortSignal) => Promise<Response>;
  /** The body of an answer that `post` gave, as JSON. */
  readJson: (response: Response, signal?: AbortSignal) => Promise<unknown>;
  /** What stands at an address below the base URL. */
  getJson: (path: string, signal?: AbortSignal) => Promise<unknown>;
  /** As `postForJson`, for a body of fields, or of fields and files. */
  postFormForJson: (path: string, form: FormData | URLSearchParams, signal?: AbortSignal) => Promise<unknown>;
  /** Turns whatever reading a body threw into a ModelError. */
  explain: (error: unknown, signal?: AbortSignal) => ModelError;
  secret: string;
};

export function createJsonClient(options: {
  baseUrl: string;
  apiKey?: string;
  /** Where the key does not go as a bearer token: the headers that carry it. */
  headers?: Record<string, string>;
  /** Where headers differ from request to request. */
  authorize?: Authorize;
  /** Follows the path of every call. */
  query?: string;
  fetch: Fetch;
  clock: Clock;
}): JsonClient {
  const secret = options.apiKey ?? '';
  const bearer: Record<string, string> = secret === '' ? {} : { authorization: `Bearer ${secret}` };
  const headers = { accept: '*/*', ...(options.headers ?? bearer) };

  async function send(
    path: string,
    content?: { type: string; body: string | Uint8Array },
    signal?: AbortSignal,
  ) {
    const url = `${options.baseUrl}${path}${options.query ?? ''}`;
    const method = content ? 'POST' : 'GET';
    const contentType = content?.type;
    const admission = await options.authorize?.(
      { method, url, ...(contentType ? { contentType } : {}), body: content?.body ?? '' },
      signal,
    );
    const sent = { ...headers, ...admission };
    let response: Response;
    try {
      response = await options.fetch(url, {
        ...(content
          ? { method, headers: { ...sent, 'content-type': content.type }, body: content.body }
          : { method, headers: sent }),
        signal,
      });
    } catch (error) {
      throw errorFromFetch(error, signal, secret);
    }
    if (!response.ok) throw await errorFromResponse(response, secret, options.clock.now());
    return response;
  }

  async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      throw errorFromFetch(error, signal, secret);
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      const detail = text.trimStart().startsWith('<')
        ? 'a web page came back instead of JSON'
        : 'the answer is not JSON';
      throw new ModelError('bad_response', { detail, cause: error });
    }
  }

  async function readBytes(response: Response, most: number, signal?: AbortSignal): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
      // Leaving the loop gives the rest up.
      for await (const part of response.body ?? []) {
        length += part.length;
        if (length > most)
          throw new ModelError('bad_response', { detail: `more than ${most} bytes came back` });
        parts.push(part);
      }
    } catch (error) {
      throw errorFromFetch(error, signal, secret);
    }
    return new Uint8Array(Buffer.concat(parts));
  }

  function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
    return send(path, { type: 'application/json', body: JSON.stringify(body) }, signal);
  }

  return {
    post,
    open: (path, signal) => send(path, undefined, signal),
    readJson,
    secret,
    explain: (error, signal) => errorFromFetch(error, signal, secret),
    getJson: async (path, signal) => readJson(await send(path, undefined, signal), signal),
    postForJson: async (path, body, signal) => readJson(await post(path, body, signal), signal),
    postForBytes: async (path, body, { most, signal }) =>
      readBytes(await post(path, body, signal), most, signal),
    postFormForJson: async (path, form, signal) => {
      // The platform writes the parts and their boundary; the outbound client sends bytes.
      const whole = new Response(form);
      const type = whole.headers.get('content-type') ?? 'multipart/form-data';
      return readJson(await send(path, { type, body: await whole.bytes() }, signal), signal);
    },
  };
}
