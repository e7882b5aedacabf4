import {
  AppError,
  beginSso,
  deleteCompanySso,
  finishSso,
  getCompanySso,
  updateCompanySso,
} from '@lectern/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteSettings, readSettings, saveSettings } from './sso-settings.service.ts';
import { beginSignIn, finishSignIn, receiveAnswer } from './sso-sign-in.service.ts';

export function ssoRoutes(platform: Platform) {
  return [
    route(getCompanySso, ({ actor }) => readSettings(platform, actor)),
    route(updateCompanySso, ({ actor, body, audit }) => {
      audit(body.issuer);
      return saveSettings(platform, actor, body, audit);
    }),
    route(deleteCompanySso, async ({ actor, audit }) => {
      audit(await deleteSettings(platform, actor));
    }),
    route(beginSso, ({ body }) => beginSignIn(platform, body)),
    route(finishSso, ({ body, language, request }) => finishSignIn(platform, body, { language, request })),
  ];
}

/**
 * Where a provider sends the browser back: a page that only leads on, and so no call of the contract. What went
 * wrong is told by its code alone, since anyone may come here.
 */
export function registerSsoCallback(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { companyId: string } }>(
    '/api/v1/sso/callback/:companyId',
    // A look at the address must not use up the sign-in.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const query = new URL(request.url, 'http://callback').searchParams;
      let target: string;
      try {
        const { ticket, next } = await receiveAnswer(platform, request.params.companyId, {
          query,
          address: request.ip,
        });
        target = `/login${next === null ? '' : `?next=${encodeURIComponent(next)}`}#sso=${ticket}`;
      } catch (error) {
        const known = error instanceof AppError;
        if (!known) platform.log.error({ event: 'sso.callback_failed', requestId: request.id }, error);
        target = `/login#sso_error=${known ? error.code : 'sso.failed'}`;
      }
      return reply.code(303).header('cache-control', 'no-store').header('location', target).send();
    },
  );
}
