import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An S3 server in this process, in memory, bucket names in the path. */
export type FakeS3 = {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>;
  /** "PUT key", "GET key" and so on, oldest first. */
  requests: string[];
  /** Asked at every request what is to go wrong with it, or how long it takes; a listing has no key. */
  misbehave: (request: {
    method: string;
    key: string;
    url: URL;
  }) => S3Misbehaviour | undefined | Promise<undefined>;
  close: () => Promise<void>;
};

export type S3Misbehaviour =
  | { kind: 'error'; status: number; code: string }
  | { kind: 'redirect'; status: number; to: string }
  /** Closed without a word. */
  | { kind: 'reset' }
  /** The body ends before its announced length: broken off, or silent forever. */
  | { kind: 'cut' | 'silence'; afterBytes: number }
  /** An answer that says something else of the object than is true. */
  | { kind: 'lie'; length?: number; etag?: string }
  | { kind: 'xml'; body: string };

export type FakeS3Options = {
  /** False: `If-None-Match` is ignored, as some servers do. */
  conditionalPut?: boolean;
  /** Names in one page of a listing; 1,000 unless told. */
  pageSize?: number;
};

export async function startFakeS3(options: FakeS3Options = {}): Promise<FakeS3> {
  const bucket = 'test-bucket';
  const accessKeyId = 'test-access-key';
  const objects: FakeS3['objects'] = new Map();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  const pageSize = options.pageSize ?? 1000;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    requests.push(`${request.method} ${key}`);
    const body = await readBody(request);
    const wrong = await fake.misbehave({ method: request.method ?? '', key, url });
    if (wrong && answerWrongly(wrong, objects.get(key)?.bytes, request, response)) return;
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`)) {
      sendError(response, 403, 'InvalidAccessKeyId');
    } else if (name !== bucket) sendError(response, 404, 'NoSuchBucket');
    else if (key === '') answerBucket(url, request, body, response);
    else answerObject(url, key, request, body, response);
  }

  function answerBucket(url: URL, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, key] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
        objects.delete(unescapeXml(key!));
      sendXml(response, '<DeleteResult></DeleteResult>');
      return;
    }
    if (request.method !== 'GET') {
      response.writeHead(200).end();
      return;
    }
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? url.searchParams.get('start-after') ?? '';
    const names = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = names.slice(0, Math.min(pageSize, Number(url.searchParams.get('max-keys') ?? pageSize)));
    const contents = page.map((key) => {
      const { bytes, modifiedAt } = objects.get(key)!;
      const fields = `<Size>${bytes.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified>`;
      return `<Contents><Key>${escapeXml(key)}</Key>${fields}<ETag>${tagOf(bytes)}</ETag></Contents>`;
    });
    const more = names.length > page.length;
    const token = more ? `<NextContinuationToken>${escapeXml(page.at(-1)!)}</NextContinuationToken>` : '';
    const head = `<Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>`;
    sendXml(response, `<ListBucketResult>${head}${token}${contents.join('')}</ListBucketResult>`);
  }

  function answerObject(
    url: URL,
    key: string,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const upload = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      const fields = `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId>`;
      sendXml(response, `<InitiateMultipartUploadResult>${fields}</InitiateMultipartUploadResult>`);
    } else if (upload !== null) answerUpload(url, upload, key, request, body, response);
    else if (request.method === 'PUT') {
      if (options.conditionalPut !== false && request.headers['if-none-match'] === '*' && objects.has(key)) {
        sendError(response, 412, 'PreconditionFailed');
        return;
      }
      objects.set(key, { bytes: body, modifiedAt: new Date() });
      response.writeHead(200, { etag: tagOf(body) }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else answerRead(key, request, response);
  }

  function answerUpload(
    url: URL,
    id: string,
    key: string,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const parts = uploads.get(id);
    if (parts === undefined) sendError(response, 404, 'NoSuchUpload');
    else if (request.method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body);
      response.writeHead(200, { etag: tagOf(body) }).end();
    } else if (request.method === 'DELETE') {
      uploads.delete(id);
      response.writeHead(204).end();
    } else {
      const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
      objects.set(key, { bytes, modifiedAt: new Date() });
      uploads.delete(id);
      const fields = `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><ETag>${tagOf(bytes)}</ETag>`;
      sendXml(response, `<CompleteMultipartUploadResult>${fields}</CompleteMultipartUploadResult>`);
    }
  }

  function answerRead(key: string, request: IncomingMessage, response: ServerResponse): void {
    const found = objects.get(key);
    if (found === undefined) {
      sendError(response, 404, 'NoSuchKey');
      return;
    }
    const size = found.bytes.length;
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const start = range ? Number(range[1]) : 0;
    const end = range?.[2] ? Math.min(Number(range[2]) + 1, size) : size;
    if (range && start >= size) {
      sendError(response, 416, 'InvalidRange');
      return;
    }
    const part = found.bytes.subarray(start, end);
    response.writeHead(range ? 206 : 200, {
      'content-length': part.length,
      etag: tagOf(found.bytes),
      'last-modified': found.modifiedAt.toUTCString(),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    accessKeyId,
    secretAccessKey: 'test-secret-key',
    region: 'us-east-1',
    objects,
    requests,
    misbehave: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

/** False where the answer is left to the usual course. */
function answerWrongly(
  wrong: S3Misbehaviour,
  bytes: Buffer | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (wrong.kind === 'error') sendError(response, wrong.status, wrong.code);
  else if (wrong.kind === 'redirect') response.writeHead(wrong.status, { location: wrong.to }).end();
  else if (wrong.kind === 'reset') request.socket.destroy();
  else if (wrong.kind === 'xml') sendXml(response, wrong.body);
  else if (bytes === undefined) return false;
  else if (wrong.kind === 'lie') {
    response.writeHead(200, {
      'content-length': wrong.length ?? bytes.length,
      etag: wrong.etag ?? tagOf(bytes),
    });
    response.end(bytes);
  } else {
    response.writeHead(200, { 'content-length': bytes.length, etag: tagOf(bytes) });
    response.write(bytes.subarray(0, wrong.afterBytes), () => {
      if (wrong.kind === 'cut') request.socket.destroy();
    });
  }
  return true;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  return request.headers['content-encoding']?.includes('aws-chunked') ? decodeChunks(body) : body;
}

/** Amazon's own chunks inside the body: a length in hexadecimal, perhaps a signature, then the bytes. */
function decodeChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (end < 0 || !(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function sendError(response: ServerResponse, status: number, code: string): void {
  sendXml(response, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function unescapeXml(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&gt;/g, '>')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&');
}
