import { AppError } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallRules } from './call-rules.ts';

/** The longest JSON body of a call that names no other limit. */
const defaultBodyBytes = 2 * 1024 * 1024;
/** Calls that anybody may make, and those without a body. */
export const smallBodyBytes = 16 * 1024;
/** Parts of a form pass through; this much of one is in memory at a time. */
const formBytes = 256 * 1024;

export function bodyLimitOf(endpoint: CallRules): number {
  if (endpoint.maxBodyBytes !== undefined) return endpoint.maxBodyBytes;
  return endpoint.body && endpoint.access !== 'anonymous' ? defaultBodyBytes : smallBodyBytes;
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Throws where the body is of a type that the call does not take. */
export function checkMediaType(endpoint: CallRules, request: FastifyRequest): void {
  if (!hasBody(request)) return;
  const [mediaType = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';', 1);
  const wanted = endpoint.multipart ? 'multipart/form-data' : endpoint.body ? 'application/json' : undefined;
  if (wanted !== undefined && mediaType.trim() !== wanted)
    throw new AppError('request.unsupported_media_type');
}

const mediaTypes = {
  json: 'application/json',
  none: undefined,
  file: undefined,
  events: 'text/event-stream',
};

/** Throws where the caller accepts no format that the call answers in. */
export function checkAccept(endpoint: CallRules, { headers: { accept } }: FastifyRequest): void {
  const offered = mediaTypes[endpoint.responseKind ?? 'json'];
  if (accept === undefined || accept.trim() === '' || offered === undefined) return;
  const [type] = offered.split('/');
  const accepted = accept.split(',').some((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !refused && (range === offered || range === '*/*' || range === '*' || range === `${type}/*`);
  });
  if (!accepted) throw new AppError('request.not_acceptable');
}

/** Bytes of bodies that have not arrived in full. */
export type BodyBudget = { perCaller: number; total: number };
const defaultBudget: BodyBudget = { perCaller: 64 * 1024 * 1024, total: 192 * 1024 * 1024 };

/** Bounds the memory that unfinished bodies may take, of one caller and of all together. */
export function createBodyBudget({ perCaller, total }: BodyBudget = defaultBudget) {
  const held = new Map<string, number>();
  let all = 0;

  /** Reserves room for the body of a request until it was parsed or its connection ends. */
  function reserve(caller: string, endpoint: CallRules, request: FastifyRequest, reply: FastifyReply): void {
    if (!hasBody(request)) return;
    const limit = endpoint.multipart ? formBytes : bodyLimitOf(endpoint);
    const bytes = Math.min(limit, Number(request.headers['content-length'] ?? limit));
    const own = held.get(caller) ?? 0;
    if (own + bytes > perCaller)
      throw new AppError('request.rate_limited', { seconds: 1 }, { retryAfterSeconds: 1 });
    if (all + bytes > total) throw new AppError('server.unavailable', {}, { retryAfterSeconds: 2 });
    held.set(caller, own + bytes);
    all += bytes;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      all -= bytes;
      const rest = (held.get(caller) ?? 0) - bytes;
      if (rest > 0) held.set(caller, rest);
      else held.delete(caller);
    };
    request.raw.once('end', release);
    reply.raw.once('close', release);
  }

  return { reserve };
}

export type BodyPace = {
  /** How often bodies are looked at. */
  everyMs: number;
  /** Less than this in so many looks in a row is too slow. */
  leastBytes: number;
  looks: number;
  /** The longest that a body that is kept in memory may take. */
  longestMs: number;
};
const defaultPace: BodyPace = { everyMs: 5_000, leastBytes: 4_096, looks: 4, longestMs: 180_000 };

type Pending = {
  request: FastifyRequest;
  reply: FastifyReply;
  begin: number;
  bytesRead: number;
  slowLooks: number;
};

/**
 * Closes connections whose bodies hardly come in, and those that go on sending what nobody waits for. Such connections
 * would otherwise stay open as long as their sender likes.
 */
export function closeSlowBodies(app: FastifyInstance, pace: BodyPace = defaultPace): void {
  const pending = new Set<Pending>();

  function look(entry: Pending): void {
    const { request, reply } = entry;
    const { socket } = request.raw;
    if (socket.destroyed) {
      pending.delete(entry);
      return;
    }
    const received = socket.bytesRead - entry.bytesRead;
    entry.bytesRead = socket.bytesRead;
    const answered = reply.raw.writableEnded;
    // While what came waits for us to read it, the sender is not the slow one.
    const slow = answered || (received < pace.leastBytes && request.raw.readableLength === 0);
    entry.slowLooks = slow ? entry.slowLooks + 1 : 0;
    const tooLong = !request.isMultipart() && Date.now() - entry.begin > pace.longestMs;
    if (!tooLong && entry.slowLooks < (answered ? 2 : pace.looks)) return;
    pending.delete(entry);
    if (!reply.raw.headersSent)
      socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    socket.destroy();
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const entry = {
      request,
      reply,
      begin: Date.now(),
      bytesRead: request.raw.socket.bytesRead,
      slowLooks: 0,
    };
    pending.add(entry);
    const done = () => pending.delete(entry);
    request.raw.once('end', done);
    request.raw.once('close', done);
  });
  const timer = setInterval(() => {
    for (const entry of pending) look(entry);
  }, pace.everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
