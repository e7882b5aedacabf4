import { ApiError, toApiError, toNetworkError } from './error.ts';

/** One attempt to send a file. */
export type Upload = {
  url: string;
  method: string;
  headers: Record<string, string>;
  file: File;
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** The part of the browser's class that is used: other programs have none. */
type BrowserRequest = {
  upload: {
    onprogress: ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null;
  };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  readonly status: number;
  readonly responseText: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(form: FormData): void;
  abort(): void;
};
declare const XMLHttpRequest: (new () => BrowserRequest) | undefined;

function buildForm(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

/** Browsers tell the progress of a request by XMLHttpRequest alone. */
function sendInBrowser(
  Request: new () => BrowserRequest,
  { url, method, headers, file, onProgress, signal }: Upload,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new ApiError('aborted', ''));
      return;
    }
    const request = new Request();
    request.open(method, url);
    for (const [key, value] of Object.entries(headers)) request.setRequestHeader(key, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => {
      if (request.status < 300) resolve(request.responseText);
      else
        reject(toApiError(request.status, request.responseText, (name) => request.getResponseHeader(name)));
    };
    request.onerror = () => reject(new ApiError('network', ''));
    request.onabort = () => reject(new ApiError('aborted', ''));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(buildForm(file));
  });
}

/** Passes the bytes on and tells how many of them were taken. */
function countBytes(
  source: ReadableStream<Uint8Array>,
  total: number,
  onProgress: (share: number) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let sent = 0;
  return new ReadableStream({
    // Not cancelled with the request: the form of Node throws where nobody can catch it.
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      sent += value.byteLength;
      // The frame of the form is not counted in the size of the file.
      onProgress(Math.min(1, sent / Math.max(total, 1)));
      controller.enqueue(value);
    },
  });
}

/** A body that is a stream is read as fast as it is sent. */
async function sendAsStream(
  { url, method, headers, file, onProgress, signal }: Upload,
  send: typeof fetch,
): Promise<string> {
  const encoded = new Response(buildForm(file));
  const bytes = encoded.body as ReadableStream<Uint8Array>;
  try {
    const response = await send(url, {
      method,
      headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: countBytes(bytes, file.size, (share) => onProgress?.(share)),
      signal,
      duplex: 'half',
    } as RequestInit);
    const text = await response.text();
    if (response.ok) return text;
    throw toApiError(response.status, text, (name) => response.headers.get(name));
  } catch (cause) {
    throw toNetworkError(cause, signal);
  }
}

/** Sends one file as the part `file`, and returns the body of the answer. */
export function sendFile(upload: Upload, send: typeof fetch): Promise<string> {
  return typeof XMLHttpRequest === 'undefined'
    ? sendAsStream(upload, send)
    : sendInBrowser(XMLHttpRequest, upload);
}
