import { id, type Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { httpOptionTexts, httpTexts } from './http.texts.ts';
import { textOutput } from './outputs.ts';
import { readHtml, wordsOf } from './outside/markup.ts';
import { parseJson, request } from './outside/request.ts';

const row = (name: z.ZodString) =>
  z.array(z.object({ id: z.string().min(1).max(64), name, value: template(8_000) })).max(50);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/);
/** More of an answer is cut. */
const longestAnswer = 500_000;

const pairFields = {
  name: { widget: 'text', texts: httpOptionTexts.name },
  value: { widget: 'template', texts: httpOptionTexts.value },
} as const;

export const http = defineFlowComponent({
  id: 'http',
  category: 'tools',
  icon: 'M12 3a9 9 0 1 0 .01 0M3.500 9h17M3.500 15h17M12 3c-5 6-5 12 0 18M12 3c5 6 5 12 0 18',
  texts: httpTexts,
  example: {
    method: 'POST',
    url: 'https://shop.example/api/tickets',
    body: '{"subject": "{{keyword_1.text}}"}',
  },
  options: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    url: z.string().trim().min(1).max(8_000),
    query: row(z.string().min(1).max(200)).default([]),
    headers: row(headerName).default([]),
    credentialId: id.nullable().default(null),
    credentialHeader: headerName.default('Authorization'),
    credentialPrefix: z.string().max(100).default('Bearer '),
    bodyType: z.enum(['json', 'form', 'text']).default('json'),
    body: template(200_000),
    cleanHtml: z.boolean().default(false),
    timeoutSeconds: z.number().int().min(1).max(300).default(60),
  }),
  layout: {
    method: { widget: 'select', texts: httpOptionTexts.method },
    url: { widget: 'template', texts: httpOptionTexts.url },
    query: { widget: 'rows', texts: httpOptionTexts.query, fields: pairFields },
    headers: { widget: 'rows', texts: httpOptionTexts.headers, fields: pairFields },
    credentialId: { widget: 'credential', texts: httpOptionTexts.credentialId },
    credentialHeader: { widget: 'text', advanced: true, texts: httpOptionTexts.credentialHeader },
    credentialPrefix: { widget: 'text', advanced: true, texts: httpOptionTexts.credentialPrefix },
    bodyType: {
      widget: 'select',
      texts: httpOptionTexts.bodyType,
      shownWhen: { option: 'method', values: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    },
    body: {
      widget: 'template',
      texts: httpOptionTexts.body,
      shownWhen: { option: 'method', values: ['POST', 'PUT', 'PATCH', 'DELETE'] },
    },
    cleanHtml: { widget: 'switch', texts: httpOptionTexts.cleanHtml },
    timeoutSeconds: { widget: 'number', advanced: true, texts: httpOptionTexts.timeoutSeconds },
  },
  ports: [
    { id: 'out', texts: { en: 'Answered', fr: 'Réponse', zh: '已响应', 'zh-TRADITIONAL': '已回應' } },
    {
      id: 'failed',
      texts: {
        en: 'Status 400 and above',
        fr: 'Statut 400 et plus',
        zh: '状态 400 及以上',
        'zh-TRADITIONAL': '狀態 400 及以上',
      },
    },
  ],
  outputs: [
    textOutput,
    {
      name: 'status',
      type: 'number',
      texts: { en: 'The status', fr: 'Le statut', zh: '状态码', 'zh-TRADITIONAL': '狀態碼' },
    },
    {
      name: 'json',
      type: 'any',
      texts: {
        en: 'The answer as JSON, where it is some',
        fr: 'La réponse en JSON, si c’en est',
        zh: '响应为 JSON 时的内容',
        'zh-TRADITIONAL': '回應為 JSON 時的內容',
      },
    },
  ],
  effect: ({ method = 'GET' }) => (method === 'GET' ? 'read' : 'write'),
  run: async ({ options, services, signal, idempotencyKey }) => {
    const url = URL.parse(options.url);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new StepError('flow.wrong_option', 'url', { isFinal: true });
    for (const { name, value } of options.query) url.searchParams.append(name, value);
    const changes = options.method !== 'GET';
    const headers = Object.fromEntries(
      options.headers.map(({ name, value }) => [name.toLowerCase(), value.replace(/[\r\n]+/g, ' ').trim()]),
    );
    if (changes) headers['idempotency-key'] ??= idempotencyKey;
    const body = changes && options.body !== '' ? writeBody(options.bodyType, options.body) : undefined;
    if (body) headers['content-type'] ??= body.type;
    if (options.credentialId !== null)
      headers[options.credentialHeader.toLowerCase()] =
        options.credentialPrefix +
        (await services.readSecret({ credentialId: options.credentialId, host: url.hostname }));
    const { status, text } = await request(
      { services, signal: AbortSignal.any([signal, AbortSignal.timeout(options.timeoutSeconds * 1_000)]) },
      url,
      {
        method: options.method,
        headers,
        isSecret: options.credentialId !== null,
        ...(body ? { body: body.text } : {}),
      },
    ).catch((error) => {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new StepError('flow.step_timeout', String(options.timeoutSeconds));
      throw error;
    });
    const kept = (options.cleanHtml ? wordsOf(readHtml(text)) : text).slice(0, longestAnswer);
    const json: Json = text.length > longestAnswer ? null : (parseJson(text) ?? null);
    return { outputs: { text: kept, status, json }, port: status >= 400 ? 'failed' : 'out' };
  },
});

function writeBody(type: 'json' | 'form' | 'text', text: string): { type: string; text: string } {
  if (type === 'text') return { type: 'text/plain; charset=utf-8', text };
  if (type === 'json') return { type: 'application/json', text };
  const fields = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = fields.map((line): [string, string] => {
    const [name = '', ...value] = line.split('=');
    return [name.trim(), value.join('=').trim()];
  });
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(pairs).toString() };
}
