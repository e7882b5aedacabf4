import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.ts';
import { listFramingSites } from './open-visit.service.ts';

/** The page inside the frame: sites of its widget may show it, and every frame around it must be one of them. */
export function registerFramePage(app: FastifyInstance, platform: Platform): void {
  app.get('/chat/iframe', async (request: FastifyRequest, reply: FastifyReply) => {
    const { shared_id: publicId } = request.query as { shared_id?: unknown };
    const sites = typeof publicId === 'string' ? await listFramingSites(platform, publicId) : [];
    const policy = String(reply.getHeader('content-security-policy'));
    reply
      .header(
        'content-security-policy',
        policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${["'self'", ...sites].join(' ')}`),
      )
      // It knows no list of sites, and would refuse them all.
      .removeHeader('x-frame-options')
      .header('x-robots-tag', 'noindex, nofollow')
      .callNotFound();
    return reply;
  });
}
