import { camelCase, endpoints, fromWire, statusOf, toWire } from '@lectern/contract';
import type { FastifyInstance } from 'fastify';
import { compressed, isCompressed } from './compression.ts';
import { sendEvents } from './event-stream.ts';
import { sendFile } from './file-answer.ts';
import { type MountOptions, mountCall } from './mount-call.ts';
import { checkAccept, checkMediaType } from './request-body.ts';
import type { Route, StreamEvent } from './route.ts';
import { parsePart } from './validation.ts';

export const apiPrefix = '/api/v1';

/** Registers every route; a call of the contract without code, or code without a call, does not start. */
export function mountRoutes(app: FastifyInstance, routes: Route[], options: MountOptions): void {
  const implemented = new Set(routes.map((route) => route.endpoint.id));
  const missing = endpoints
    .filter((endpoint) => !implemented.has(endpoint.id))
    .map((endpoint) => endpoint.id);
  if (missing.length > 0) throw new Error(`The contract has calls without code: ${missing.join(', ')}`);
  for (const route of routes) mountRoute(app, route, options);
}

function mountRoute(app: FastifyInstance, { endpoint, handle }: Route, options: MountOptions): void {
  mountCall(
    app,
    {
      rules: endpoint,
      url: apiPrefix + endpoint.path,
      ...(isCompressed(endpoint) ? { routeOptions: { compress: compressed } } : {}),
      onAdmitted: (request) => {
        checkAccept(endpoint, request);
        checkMediaType(endpoint, request);
      },
      read: (request) => ({
        params: parsePart(endpoint.params, request.params, 'path'),
        query: parsePart(endpoint.query, camelKeys(request.query), 'query'),
        body: endpoint.multipart ? undefined : parsePart(endpoint.body, fromWire(request.body), 'body'),
      }),
      statusOf: (call) => statusOf(endpoint, call),
      handle,
      send: async (reply, result, { status, signal }) => {
        switch (endpoint.responseKind ?? 'json') {
          case 'none':
            return reply.code(status).send();
          case 'file':
            return sendFile(reply, result as Parameters<typeof sendFile>[1]);
          case 'events':
            await sendEvents(reply, result as AsyncIterable<StreamEvent<unknown>>, {
              log: options.log,
              signal,
            });
            return reply;
          default:
            return reply.code(status).send(toWire(result));
        }
      },
    },
    options,
  );
}

/** The methods that a path of the API answers; none: there is nothing at it. */
export function listMethods(path: string): string[] {
  return endpoints
    .filter((endpoint) => new RegExp(`^${apiPrefix}${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map((endpoint) => endpoint.method);
}

function camelKeys(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).map(([key, value]) => [camelCase(key), value]));
}
