import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { AppError, uploadLimits } from '@lectern/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { auditPort } from '../audit-port.ts';
import type { Platform } from '../platform.ts';
import { type ActorLookup, createAuthenticate } from './authenticate.ts';
import { compressed, compressWhereTold } from './compression.ts';
import { docsPage } from './docs-page.ts';
import { createErrorHandler } from './errors.ts';
import { mountForeignApi, type OpenedForeignApi } from './foreign-api.ts';
import { asGone } from './gone.ts';
import { registerHealth } from './health.ts';
import { apiPrefix, listMethods, mountRoutes } from './mount.ts';
import type { MountOptions } from './mount-call.ts';
import { buildOpenApi } from './openapi.ts';
import { createRateLimiter } from './rate-limit.ts';
import { closeSlowBodies, createBodyBudget, smallBodyBytes } from './request-body.ts';
import type { Route } from './route.ts';

export type AppParts = {
  routes: Route[];
  /** APIs in the form of other products, with the code that answers them. */
  foreignApis: OpenedForeignApi[];
  /** Who looks up the actor behind a token, by the token's prefix. */
  tokens: Record<string, ActorLookup>;
  /** Sets gauges before metrics are read. */
  collectMetrics: () => Promise<void>;
  /** Adds addresses outside the API. */
  plugins: ((app: FastifyInstance) => void)[];
  /** Answers every other address. */
  registerPages: (app: FastifyInstance) => Promise<void>;
};

/** A question may be spoken, a page seen full-screen and a citation copied; no other device of a browser is used. */
const permissionsPolicy = [
  ...['accelerometer', 'camera', 'display-capture', 'encrypted-media', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'midi', 'payment', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'fullscreen=(self)', 'microphone=(self)')
  .join(', ');

/** Longer than any address of ours, with room for what a search adds. */
const longestAddress = 8_000;

/** A proxy and we could take two hosts for different ones. What is no path of ours is not looked for anywhere. */
function checkAddress({ raw, url, method, is404 }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('request.bad');
  if (url.length > longestAddress) throw new AppError('route.not_found');
  // No page is asked for with a body: it is not read.
  if (is404 && method !== 'GET' && method !== 'HEAD') throw new AppError('route.not_found');
}

/** Before its body is read. */
async function refuseUnknownCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const methods = listMethods(request.url.split('?', 1)[0] as string);
  // Here with the right method: a part of the path was longer than any id.
  if (methods.length === 0 || methods.includes(request.method)) throw new AppError('route.not_found');
  reply.header('allow', methods.join(', '));
  throw new AppError('route.method_not_allowed');
}

/** The HTTP server of a process with the role `web`. */
export async function createApp(platform: Platform, parts: AppParts): Promise<FastifyInstance> {
  const { config, database, log, metrics } = platform;
  const handleError = createErrorHandler(log);
  const app = Fastify({
    logger: false,
    // Calls of the contract have limits of their own.
    bodyLimit: smallBodyBytes,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    // Trust the nearest proxy alone: entries further left in its header come from the caller.
    trustProxy: config.trustProxy ? (_, hop) => hop === 0 : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    // A path that cannot be read gets here before any hook does.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      return handleError(error, request, reply);
    },
    return503OnClosing: true,
    forceCloseConnections: true,
  });
  app.setErrorHandler(handleError);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        workerSrc: ["'self'", 'blob:'],
        // Styles of components are set inline; no style can be injected, since no HTML of strangers is.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Recordings are fetched with the caller's credential, and so played from memory.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: config.publicUrl?.startsWith('https:') ? [] : null,
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(compress, compressWhereTold);
  await app.register(multipart, {
    // Fields stay few and small; a file over the limit is cut off and refused while the rest continue.
    limits: {
      fileSize: uploadLimits.maxFileBytes,
      // Those beyond the limit are read past and refused by name; this bounds even that.
      files: 1_000,
      fields: 16,
      fieldSize: 4_096,
      parts: 1_016,
    },
    throwFileSizeLimit: false,
  });

  // Texts, forms of browsers: no call takes them.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', permissionsPolicy);
    checkAddress(request);
  });
  closeSlowBodies(app);
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    log.debug({ event: 'request', requestId: request.id, ...labels, ms: Math.round(reply.elapsedTime) });
  });

  const mountOptions: MountOptions = {
    identify: createAuthenticate(database, parts.tokens),
    rateLimiter: createRateLimiter(config.rateLimit),
    bodyBudget: createBodyBudget(),
    beginAudit: (entry) => auditPort.get()(database, entry),
    describeFailure: (failure, call) => asGone(database, failure, call),
    log,
  };
  mountRoutes(app, parts.routes, mountOptions);
  for (const opened of parts.foreignApis) mountForeignApi(app, opened, mountOptions);
  registerHealth(app, platform, parts.collectMetrics);
  for (const register of parts.plugins) register(app);

  const openApi = JSON.stringify(buildOpenApi(config.publicUrl ?? '/'));
  app.get(`${apiPrefix}/openapi.json`, { compress: compressed }, async (_, reply) =>
    reply.type('application/json').send(openApi),
  );
  app.get('/api/docs', { compress: compressed }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(JSON.parse(openApi))),
  );
  app.all('/api/*', { onRequest: refuseUnknownCall }, async () => undefined);
  await parts.registerPages(app);
  return app;
}
