import type { SentFile, SentMessage } from './script.ts';

type Part = { type: string; text?: string; image_url?: { url: string } };
type Message = { role: string; content: string | Part[] | null; images?: string[] };

/** The messages of a chat, pictures taken out of OpenAI's parts or Ollama's list. */
export function readMessages(body: Record<string, unknown>): SentMessage[] {
  return ((body.messages ?? []) as Message[]).map(({ role, content, images = [] }) => {
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
    const inParts = parts.flatMap(({ image_url }: Part) => (image_url ? [readDataUrl(image_url.url)] : []));
    const inList = images.map((data) => ({ mediaType: 'unknown', bytes: decode(data) }));
    return {
      role,
      content: parts.map(({ text = '' }) => text).join(''),
      pictures: [...inParts, ...inList],
    };
  });
}

function readDataUrl(url: string): SentFile {
  const [, mediaType = 'unknown', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
  return { mediaType, bytes: decode(data) };
}

function decode(data: string): Uint8Array {
  return new Uint8Array(Buffer.from(data, 'base64'));
}
