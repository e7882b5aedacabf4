import { decodeText, decodeTextAs } from '../text/decode-text.ts';

// The body of a mail by another way than that of the mail parser: parts, transfer encodings and character sets are taken
// from the bytes here, so that a part that the parser drops or decodes wrongly is noticed.

export type MailBody = { isHtml: boolean; text: string };

type Part = { headers: ReadonlyMap<string, string>; type: string; body: string };

/** Parts inside parts; the mail parser turns deeper mails into attachments. */
const mostDepth = 10;

/**
 * The body of a mail, part by part, without its attachments. Of alternatives, the one that is read: HTML, else plain text.
 * `withInnerMails`: mails inside the mail are part of its body and no attachments.
 */
export function readMailBodies(bytes: Uint8Array, options: { withInnerMails: boolean }): MailBody[] {
  return listBodies(readPart(Buffer.from(bytes).toString('latin1')), options, 0);
}

function listBodies(part: Part, options: { withInnerMails: boolean }, depth: number): MailBody[] {
  if (depth > mostDepth || isAttachment(part)) return [];
  if (part.type.startsWith('multipart/')) {
    const children = splitParts(part);
    const list = (chosen: readonly Part[]) =>
      chosen.flatMap((child) => listBodies(child, options, depth + 1));
    if (part.type !== 'multipart/alternative') return list(children);
    const formatted = list(children.filter(({ type }) => type !== 'text/plain'));
    return formatted.some(({ text }) => text.trim() !== '') ? formatted : list(children);
  }
  if (part.type === 'message/rfc822')
    return options.withInnerMails
      ? listBodies(readPart(decodeTransfer(part).toString('latin1')), options, depth + 1)
      : [];
  const isHtml = part.type === 'text/html';
  return isHtml || part.type === 'text/plain' ? [{ isHtml, text: decodeBody(part) }] : [];
}

function isAttachment({ headers }: Part): boolean {
  return /^\s*attachment\b/i.test(headers.get('content-disposition') ?? '');
}

function readPart(stored: string, usualType = 'text/plain'): Part {
  const end = /^\r?\n|\r?\n\r?\n/.exec(stored);
  const head = stored.slice(0, end ? end.index : stored.length);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || usualType;
  return { headers, type, body: end ? stored.slice(end.index + end[0].length) : '' };
}

function splitParts({ headers, type, body }: Part): Part[] {
  const boundary = readParameter(headers.get('content-type'), 'boundary');
  if (boundary === undefined) return [];
  const parts: string[][] = [];
  for (const line of body.split('\n')) {
    const trimmed = line.trimEnd();
    if (trimmed === `--${boundary}--`) break;
    if (trimmed === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  const usualType = type === 'multipart/digest' ? 'message/rfc822' : undefined;
  return parts.map((lines) => readPart(lines.join('\n'), usualType));
}

function decodeBody(part: Part): string {
  const charset = readParameter(part.headers.get('content-type'), 'charset');
  const bytes = decodeTransfer(part);
  return (charset === undefined ? decodeText(bytes) : decodeTextAs(bytes, charset)).text;
}

function decodeTransfer({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replace(/[ \t]*=[ \t]*\r?\n/g, '');
  const decoded = joined.replace(/=([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

function readParameter(header: string | undefined, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header ?? '');
  return found?.[1] ?? found?.[2];
}
