import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@lectern/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Serves the built pages, where there are any. Hashed assets are cached for a year; every other path is answered with
 * the one page, which has its own router.
 */
export async function registerWebPages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(() => {
      throw new AppError('route.not_found');
    });
    return;
  }
  const page = readFileSync(join(folder, 'index.html'));
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The one file that pages of other sites load, compressed or not.
      if (path.startsWith(join(folder, 'widget.js')))
        reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  app.get('/', (_, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/assets(?![^/?])/.test(request.url);
    if (!wantsPage) throw new AppError('route.not_found');
    // Whoever opens the link has it from somebody; a search engine must not hand it on.
    if (/^\/chat\/share(?![^?])/.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow');
    return sendPage(reply);
  });
}
