/** A call as it left the process. `body` is its JSON, or the text where it is none. */
export type RecordedCall = {
  method: string;
  url: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every provider.
  body: any;
};

type Init = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };

/** Stands in for the way out of the process: answers each call as the test says, and remembers it. */
export function recordFetch(answer: (call: RecordedCall) => Response | Promise<Response>) {
  const calls: RecordedCall[] = [];
  const fetch = async (url: string, { method = 'GET', headers = {}, body = '' }: Init = {}) => {
    const call = { method, url, headers, body: readBody(body) };
    calls.push(call);
    return answer(call);
  };
  return { calls, fetch };
}

function readBody(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
