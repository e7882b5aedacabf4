import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@lectern/contract';
import type { FastifyInstance } from 'fastify';
import { pingObjects } from '../ping-objects.ts';
import type { Platform } from '../platform.ts';

/** `/healthz`: the process lives. `/readyz`: it can do its work. `/metrics`: Prometheus, behind a token. */
export function registerHealth(
  app: FastifyInstance,
  { database, jobs, objects, config, metrics }: Platform,
  collectMetrics: () => Promise<void>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const checks = {
      database: database.pool.query('select 1'),
      queue: jobs.ping(),
      objects: pingObjects(objects),
    };
    // All are waited for together: one that fails while another is awaited would be an unhandled fault.
    const settled = await Promise.allSettled(Object.values(checks));
    const parts = Object.fromEntries(
      Object.keys(checks).map((name, n) => [name, settled[n]?.status === 'fulfilled' ? 'ok' : 'failed']),
    );
    const ready = Object.values(parts).every((state) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'failed', parts });
  });

  app.get('/metrics', async (request, reply) => {
    if (!config.metricsToken) throw new AppError('route.not_found');
    if (!isToken(request.headers.authorization, config.metricsToken)) throw new AppError('auth.required');
    const counts = await jobs.countJobs();
    // A queue that is empty by now is not among them.
    metrics.jobs.reset();
    for (const { name, queued, active } of counts) {
      metrics.jobs.set({ queue: name, state: 'queued' }, queued);
      metrics.jobs.set({ queue: name, state: 'active' }, active);
    }
    await collectMetrics();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
