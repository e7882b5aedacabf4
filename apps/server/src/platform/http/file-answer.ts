import type { FastifyReply } from 'fastify';
import type { FileAnswer } from './route.ts';

/**
 * Sends stored bytes. They come from strangers: the browser must neither guess their type nor run
 * anything in them, and opens only harmless types inline.
 */
export function sendFile(reply: FastifyReply, file: FileAnswer) {
  const inline = /^(application\/pdf|image\/(png|jpeg|webp|gif)|text\/plain)/.test(file.mediaType);
  reply
    .code(file.range ? 206 : 200)
    .header('content-type', file.mediaType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('accept-ranges', file.sizeBytes === undefined ? 'none' : 'bytes')
    .header('cache-control', file.sizeBytes === undefined ? 'no-store' : 'private, max-age=3600')
    // What one person may open, the next one at the same browser must ask for.
    .header('vary', 'authorization')
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    );
  if (file.sizeBytes !== undefined)
    reply.header('content-length', String(file.range ? file.range.end - file.range.start : file.sizeBytes));
  if (file.etag) reply.header('etag', `"${file.etag}"`);
  if (file.range)
    reply.header('content-range', `bytes ${file.range.start}-${file.range.end - 1}/${file.range.total}`);
  return reply.send(file.stream);
}
