import { EventStreamCodec } from '@smithy/core/event-streams';
import { fromUtf8, toUtf8 } from '@smithy/core/serde';
import { ModelError } from '../../ports.ts';

/** A message of the binary encoding in which AWS streams. */
export type StreamMessage = { headers: Record<string, string>; body: string };

/** As many bytes as AWS lets one message have. */
const longestMessage = 24 * 1024 * 1024;
/** The length of the whole, that of the headers, and their checksum. */
const preludeLength = 12;

/** Takes a body apart into its messages as they arrive. Throws where it ends within one. */
export async function* readMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamMessage> {
  const codec = new EventStreamCodec(toUtf8, fromUtf8);
  let rest = Buffer.alloc(0);
  for await (const part of body) {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= preludeLength) {
      const length = rest.readUInt32BE(0);
      if (length > longestMessage || length < preludeLength) throw unreadable();
      if (rest.length < length) break;
      yield decode(codec, rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new ModelError('bad_response', { detail: 'the answer broke off' });
}

function decode(codec: EventStreamCodec, bytes: Uint8Array): StreamMessage {
  try {
    const { headers, body } = codec.decode(bytes);
    const texts = Object.entries(headers).map(([name, { value }]) => [name, String(value)]);
    return { headers: Object.fromEntries(texts), body: toUtf8(body) };
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause?: unknown): ModelError {
  return new ModelError('bad_response', { detail: 'the answer is no event stream', cause });
}
