/** Milliseconds from the beginning of a request. `messageId`: of the answer, where the stream tells it. */
export type StreamTiming = {
  first: number;
  perToken: number;
  total: number;
  whole: boolean;
  messageId?: string;
};

type Lines = {
  /** Tokens of a whole answer. */
  tokens: number;
  isToken: (line: string) => boolean;
  isEnd: (line: string) => boolean;
};

/** Reads a stream of events to its end. Throws where there is none. */
export async function timeStream(
  answer: Promise<Response>,
  begin: number,
  { tokens, isToken, isEnd }: Lines,
): Promise<StreamTiming> {
  const response = await answer;
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let first = 0;
  let last = 0;
  let end: string | undefined;
  let pending = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    pending += part;
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (isToken(line)) {
        last = performance.now();
        first ||= last;
      }
      if (isEnd(line)) end = line;
    }
  }
  const messageId = /"message":\{"id":"([^"]+)"/.exec(end ?? '')?.[1];
  return {
    first: first - begin,
    perToken: (last - first) / (tokens - 1),
    total: performance.now() - begin,
    whole: end !== undefined,
    ...(messageId === undefined ? {} : { messageId }),
  };
}
