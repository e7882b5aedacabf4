import {
  type Endpoint,
  type ErrorCode,
  endpoints,
  errors,
  errorsOf,
  languages,
  snakeCase,
} from '@lectern/contract';
import { z } from 'zod';
import { version } from '../version.ts';
import { apiPrefix } from './mount.ts';

type JsonSchema = Record<string, unknown>;

/** The schema as it reads on the wire: property names in snake case. */
function wireSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return snakeProperties(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }),
  ) as JsonSchema;
}

function snakeProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(snakeProperties);
  if (node === null || typeof node !== 'object') return node;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === '$schema') continue;
    if (key === 'properties')
      result[key] = Object.fromEntries(
        Object.entries(value as object).map(([name, schema]) => [snakeCase(name), snakeProperties(schema)]),
      );
    else if (key === 'required') result[key] = (value as string[]).map(snakeCase);
    else result[key] = snakeProperties(value);
  }
  return result;
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = wireSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.multipart)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
            required: ['file'],
          },
        },
      },
    };
  if (!endpoint.body) return undefined;
  return { required: true, content: { 'application/json': { schema: wireSchema(endpoint.body, 'input') } } };
}

function successResponse(endpoint: Endpoint) {
  const kind = endpoint.responseKind ?? 'json';
  if (kind === 'none') return { description: 'Done' };
  if (kind === 'file')
    return {
      description: 'The bytes',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  const schema = endpoint.response ? wireSchema(endpoint.response, 'output') : {};
  return kind === 'events'
    ? {
        description: 'Server-sent events; each `data` is one of these',
        content: { 'text/event-stream': { schema } },
      }
    : { description: 'The answer', content: { 'application/json': { schema } } };
}

/** What anyone may be answered who is not let in. */
function refusals({ scope, whileImpersonating, withSingleSignOn }: Endpoint): ErrorCode[] {
  return [
    'auth.required',
    'auth.level_too_low',
    scope === undefined ? 'auth.session_only' : 'auth.token_scope_missing',
    ...(whileImpersonating ? (['auth.not_while_impersonating'] as const) : []),
    ...(withSingleSignOn ? (['auth.not_with_single_sign_on'] as const) : []),
  ];
}

function errorResponses(endpoint: Endpoint) {
  const codes = [
    ...(endpoint.access === 'anonymous' ? [] : refusals(endpoint)),
    ...(endpoint.body || endpoint.query ? (['request.invalid'] as const) : []),
    ...(endpoint.body || endpoint.multipart
      ? (['request.bad', 'request.too_large', 'request.unsupported_media_type'] as const)
      : []),
    ...(endpoint.params ? (['route.not_found'] as const) : []),
    ...(endpoint.responseKind === 'none' || endpoint.responseKind === 'file'
      ? []
      : (['request.not_acceptable'] as const)),
    'request.rate_limited' as const,
    'server.error' as const,
    ...errorsOf(endpoint),
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** Paths in wire form: `/documents/{document_id}`. */
export function wirePath(endpoint: Endpoint): string {
  return apiPrefix + endpoint.path.replace(/:(\w+)/g, (_, name: string) => `{${snakeCase(name)}}`);
}

/** The OpenAPI 3.1 document, made from the contract. */
export function buildOpenApi(serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = wirePath(endpoint);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: endpoint.id,
      tags: [endpoint.tag],
      summary: endpoint.summary,
      ...(endpoint.access === 'anonymous'
        ? { security: [] }
        : { 'x-permission': endpoint.access, 'x-scope': endpoint.scope ?? 'none' }),
      parameters: [
        ...parameters(endpoint.params, 'path'),
        ...parameters(endpoint.query, 'query'),
        {
          name: 'Accept-Language',
          in: 'header',
          required: false,
          schema: { type: 'string', enum: [...languages] },
        },
      ],
      requestBody: requestBody(endpoint),
      responses: {
        [endpoint.status]: successResponse(endpoint),
        ...(endpoint.queues ? { 202: successResponse(endpoint) } : {}),
        ...errorResponses(endpoint),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern API',
      version,
      description:
        'Everything the pages do. Make an API token with the scopes it needs (`x-scope` of each call) and send it as `Authorization: Bearer lat_…`. Calls without a scope are for people who signed in.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message', 'details', 'request_id'],
              properties: {
                code: { type: 'string', enum: Object.keys(errors) },
                message: { type: 'string', description: 'In the language of Accept-Language' },
                details: { type: 'object' },
                request_id: { type: 'string' },
              },
            },
          },
        },
      },
    },
  };
}
