import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';
import type { RouteOptions } from 'fastify';
import type { CallRules } from './call-rules.ts';

/** Smaller answers fit into a packet as they are. */
const leastBytes = 1_024;

/** Only where a route says so, and never what callers send: a small body could unpack into a large one. */
export const compressWhereTold: FastifyCompressOptions = { global: false, globalDecompression: false };

export const compressed: RouteOptions['compress'] = {
  threshold: leastBytes,
  encodings: ['br', 'gzip'],
  customTypes: /^(?:application\/json|text\/html)/,
  // As small as gzip makes them, in half the time; more takes longer than the network saves.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  zlibOptions: { level: 5 },
};

/**
 * JSON that is read. What signs in or makes a secret answers as it is: its length would tell a guess that is reflected
 * next to the secret. Files have their own lengths and ranges, and events must not wait for more to compress.
 */
export function isCompressed({ access, method, responseKind = 'json', status }: CallRules): boolean {
  return responseKind === 'json' && access !== 'anonymous' && (method === 'GET' || status === 200);
}
