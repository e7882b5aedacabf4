import { endpoints } from '@lectern/contract';
import { startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
  security?: Json[];
};

let server: TestServer;
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Json;
  tags: { name: string }[];
};

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.anonymous.call('GET', '/openapi.json')).body;
});
afterAll(() => server.close());

/** The schema as something that checks values; a reference is followed, and must lead somewhere. */
function readSchema(schema: Json | undefined): z.ZodType {
  if (!schema) throw new Error('No schema');
  if (typeof schema.$ref !== 'string')
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const steps = schema.$ref.replace('#/', '').split('/');
  return readSchema(steps.reduce<unknown>((node, step) => (node as Json)?.[step], document) as Json);
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('is OpenAPI 3.1 and has one operation for each call', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(
    operations()
      .map(({ operation }) => operation.operationId)
      .sort(),
  ).toEqual(endpoints.map(({ id }) => id).sort());
});

test('every parameter in a path is declared, and none besides', () => {
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort());
    expect(declared.every(({ required }) => required)).toBe(true);
  }
});

test('every schema is one that a validator takes, and every reference leads somewhere', () => {
  for (const { path, method, operation } of operations()) {
    const schemas = [
      ...operation.parameters.map(({ schema }) => schema),
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(operation.responses).flatMap(({ content }) =>
        Object.values(content ?? {}).map(({ schema }) => schema),
      ),
    ];
    for (const schema of schemas) expect(() => readSchema(schema), `${method} ${path}`).not.toThrow();
  }
});

test('names on the wire are in snake case throughout', () => {
  const namesIn = (node: unknown): string[] => {
    if (node === null || typeof node !== 'object') return [];
    if (Array.isArray(node)) return node.flatMap(namesIn);
    return Object.entries(node).flatMap(([key, value]) => [
      ...(key === 'properties' ? Object.keys(value as object) : []),
      ...namesIn(value),
    ]);
  };
  const names = operations().flatMap(({ operation }) => [
    ...namesIn(operation),
    ...operation.parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name),
  ]);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
});

test('real answers fit the documented schemas', async () => {
  const person = await server.signUp();
  const base = (await person.call('POST', '/knowledge-bases', { name: 'Documented' })).body;
  const calls: [string, string, string][] = [
    ['get', '/knowledge-bases', '/knowledge-bases'],
    ['get', '/knowledge-bases/{knowledge_base_id}', `/knowledge-bases/${base.id}`],
    ['get', '/assistants', '/assistants'],
    ['get', '/assistants/defaults', '/assistants/defaults'],
    ['get', '/models', '/models'],
    ['get', '/me', '/me'],
    ['get', '/me/company/limits', '/me/company/limits'],
    ['get', '/chunk-methods', '/chunk-methods'],
    ['get', '/settings', '/settings'],
  ];
  for (const [method, path, real] of calls) {
    const schema =
      document.paths[`/api/v1${path}`]?.[method]?.responses['200']?.content?.['application/json']?.schema;
    const { body } = await person.call(method.toUpperCase(), real);
    const result = readSchema(schema).safeParse(body);
    expect(result.error, path).toBeUndefined();
  }
  const refused = (await person.call('GET', `/documents/${base.id}`)).body;
  const error = readSchema({ $ref: '#/components/schemas/Error' });
  expect(error.safeParse(refused).error).toBeUndefined();
  expect(error.safeParse({ error: 'no' }).success).toBe(false);
});

test('who need not sign in is said, and what one needs', () => {
  for (const { operation } of operations()) {
    const endpoint = endpoints.find(({ id }) => id === operation.operationId);
    expect(operation.security, operation.operationId).toEqual(
      endpoint?.access === 'anonymous' ? [] : undefined,
    );
    if (endpoint?.access !== 'anonymous') expect(operation.responses).toHaveProperty('401');
  }
});

test('the readable page names every call', async () => {
  const answer = await fetch(`${server.url}/api/docs`);
  expect(answer.headers.get('content-type')).toContain('text/html');
  const html = await answer.text();
  for (const { operation } of operations()) expect(html).toContain(operation.operationId);
});
