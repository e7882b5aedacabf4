import { Transform } from 'node:stream';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';

const kept = new WeakMap<FastifyRequest, Buffer[]>();

/** Keeps the bytes of a body as they came: a signature is over these, not over what they say. */
export const keepBytes: preParsingHookHandler = (request, _, payload, done) => {
  const parts: Buffer[] = [];
  kept.set(request, parts);
  const through = new Transform({
    transform(part: Buffer, _encoding, next) {
      parts.push(part);
      next(null, part);
    },
  });
  payload.on('error', (error) => through.destroy(error));
  done(null, payload.pipe(through));
};

export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.concat(kept.get(request) ?? []);
}
