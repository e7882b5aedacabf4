import { type Endpoint, fromWire, type ResponseOf, toWire } from '@lectern/contract';
import { ApiError, toApiError } from './error.ts';
import { readEvents } from './events.ts';
import {
  buildHeaders,
  buildUrl,
  type CallInput,
  type InputOf,
  type LooseInput,
  readError,
  reportSession,
  toNetworkError,
} from './request.ts';
import { findAuthorization } from './session.ts';

export { ApiError, isAborted } from './error.ts';
export type { CallInput, InputOf } from './request.ts';

async function send(endpoint: Endpoint, input: LooseInput, headers: Record<string, string> = {}) {
  const authorization = findAuthorization();
  let response: Response;
  try {
    response = await fetch(buildUrl(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...buildHeaders(),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: input.body === undefined ? undefined : JSON.stringify(toWire(input.body)),
      signal: input.signal,
    });
  } catch (cause) {
    throw toNetworkError(cause, input.signal);
  }
  if (!response.ok) throw await readError(response, authorization, endpoint);
  return response;
}

type Arguments<E> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** One call of the API; the answer is in camelCase. Fails with an `ApiError` only. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<ResponseOf<E>> {
  const loose = (input ?? {}) as LooseInput;
  const response = await send(endpoint, loose);
  if ((endpoint as Endpoint).responseKind === 'none') return undefined as ResponseOf<E>;
  try {
    return fromWire(await response.json()) as ResponseOf<E>;
  } catch (cause) {
    throw toNetworkError(cause, loose.signal);
  }
}

/** The events of a stream as they come; ends with the stream, fails with an `ApiError` when it breaks. */
export async function* streamApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): AsyncGenerator<{ id: string; event: ResponseOf<E> }, void, undefined> {
  const loose = input as LooseInput;
  const authorization = findAuthorization();
  const response = await send(endpoint, loose, { accept: 'text/event-stream' });
  if (!response.body) return;
  try {
    for await (const { id, event, data } of readEvents(response.body)) {
      // The status was sent before the server found out.
      if (event === 'error') {
        const error = toApiError(0, data, () => null);
        reportSession(error, authorization, endpoint);
        throw error;
      }
      yield { id, event: fromWire(JSON.parse(data)) as ResponseOf<E> };
    }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : toNetworkError(cause, loose.signal);
  }
}

/** The bytes of a `file` answer, with the name that the server gives them; empty where it gives none. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ bytes: Blob; name: string }> {
  const response = await send(endpoint, input as LooseInput);
  const [, name = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  try {
    return { bytes: await response.blob(), name: decodeURIComponent(name) };
  } catch (cause) {
    throw toNetworkError(cause, (input as LooseInput).signal);
  }
}

/** The bytes alone; an object URL of them works where a header cannot be sent (img, iframe, pdf.js). */
export async function fetchBlob<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> {
  return (await fetchFile(endpoint, input)).bytes;
}

export type UploadInput<E> = InputOf<E> & {
  file: File;
  /** 0–1 of the bytes that left this machine. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Sends one file as the part `file`. By XMLHttpRequest, since fetch tells no progress of a request. */
export function uploadFile<E extends Endpoint>(endpoint: E, input: UploadInput<E>): Promise<ResponseOf<E>> {
  const { file, onProgress, signal, ...address } = input as UploadInput<Endpoint> & LooseInput;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new ApiError('aborted', ''));
      return;
    }
    const authorization = findAuthorization();
    const request = new XMLHttpRequest();
    request.open(endpoint.method, buildUrl(endpoint, address));
    for (const [key, value] of Object.entries(buildHeaders())) request.setRequestHeader(key, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) {
        try {
          resolve(fromWire(JSON.parse(request.responseText)) as ResponseOf<E>);
        } catch (cause) {
          reject(toNetworkError(cause, signal));
        }
        return;
      }
      const error = toApiError(request.status, request.responseText, (name) =>
        request.getResponseHeader(name),
      );
      reportSession(error, authorization, endpoint);
      reject(error);
    };
    request.onerror = () => reject(new ApiError('network', ''));
    request.onabort = () => reject(new ApiError('aborted', ''));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}
