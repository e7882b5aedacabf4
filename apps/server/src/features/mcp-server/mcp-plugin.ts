import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type ApiScope, AppError, getMe } from '@lectern/contract';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAuthenticate } from '../../platform/http/authenticate.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../platform/version.ts';
import { findActorOfApiToken } from '../api-tokens/api-token.service.ts';
import { answerTools } from './answer-tools.ts';
import { ApiRefusal, createApiCaller } from './call-api.ts';
import { knowledgeTools } from './knowledge-tools.ts';

const path = '/mcp';
const metadataPath = '/.well-known/oauth-protected-resource';
/** Arguments are ids and questions. */
const longestBody = 256 * 1024;
const mostElements = 500;

const tools = [...knowledgeTools, ...answerTools];
const scopes = [...new Set(tools.flatMap((tool) => tool.scopes))];

const instructions =
  'Lectern answers from the documents of a company. Find passages with retrieve or ask an assistant, and cite what you use with its url, which opens the original at the passage.';

/**
 * The MCP server, at an address outside the API. Stateless: a server is made for each request, so that any process
 * answers any of them. What its tools do are calls of the API with the caller's token.
 */
export function mcpPlugin(app: FastifyInstance, platform: Platform): void {
  const { config, database, log, publicUrl } = platform;
  const authenticate = createAuthenticate(database, { lat: findActorOfApiToken });
  const limiter = createRateLimiter(config.rateLimit);
  const api = createApiCaller(app);
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const server = new McpServer(
        { name: 'lectern', title: 'Lectern', version },
        { instructions, maxToolInputElements: mostElements },
      );
      const granted = (authInfo?.scopes ?? []) as ApiScope[];
      const caller = {
        authorization: `Bearer ${authInfo?.token}`,
        address: String(authInfo?.extra?.address),
      };
      for (const tool of tools.filter((one) => one.scopes.every((scope) => granted.includes(scope))))
        server.registerTool(
          tool.name,
          {
            title: tool.title,
            description: tool.description,
            inputSchema: tool.input,
            outputSchema: tool.output,
            annotations: tool.annotations,
          },
          async (input, { mcpReq }) => {
            const signal = AbortSignal.any([mcpReq.signal, ...(requestInfo ? [requestInfo.signal] : [])]);
            try {
              return await tool.run(input, { api, caller, publicUrl: publicUrl(), signal });
            } catch (error) {
              return asToolError(error);
            }
          },
        );
      return server;
    },
    { maxRequestBodySize: longestBody },
  );

  function asToolError(error: unknown) {
    const known = error instanceof ApiRefusal;
    if (!known)
      log.warn({ event: 'mcp.tool_failed', reason: error instanceof Error ? error.name : 'unknown' });
    const text = known ? `${error.message} (${error.code})` : 'The tool failed. Try again later.';
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }

  async function identify(request: FastifyRequest, reply: FastifyReply) {
    limiter.checkRefusals(request);
    try {
      const actor = await authenticate(request);
      limiter.count(request, getMe, actor);
      return actor;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      limiter.countRefusal(request);
      const given = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
      const metadata = `resource_metadata="${publicUrl()}${metadataPath}${path}"`;
      reply.header('www-authenticate', `Bearer ${given}${metadata}`);
      throw error;
    }
  }

  app.all(path, { bodyLimit: longestBody }, async (request, reply) => {
    checkOrigin(request, publicUrl());
    checkUrl(request.url);
    const actor = await identify(request, reply);
    const controller = new AbortController();
    reply.raw.on('close', () => controller.abort());
    const response = await handler.fetch(asWebRequest(request, publicUrl(), controller.signal), {
      ...(request.body === undefined || request.body === null ? {} : { parsedBody: request.body }),
      authInfo: {
        token: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
        clientId: actor.apiToken?.id ?? '',
        scopes: actor.apiToken?.scopes ?? [],
        extra: { address: request.ip },
      },
    });
    return sendWebResponse(reply, response);
  });

  const metadata = () => ({
    resource: publicUrl() + path,
    resource_name: 'Lectern',
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_documentation: `${publicUrl()}/user-setting/company_tokens?tab=api`,
  });
  for (const place of [metadataPath, metadataPath + path])
    app.get(place, async (_, reply) => reply.header('access-control-allow-origin', '*').send(metadata()));
  app.addHook('onClose', () => handler.close());
}

/** A page of another site must not use the token of a person's browser, nor reach a server by a name it made up. */
function checkOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin) throw new AppError('mcp.wrong_origin');
}

const secretNames = /^(access_?token|api_?key|apikey|auth|authorization|bearer|key|secret|token)$/i;

/** Addresses end up in logs and histories: a secret in one is refused, so that nobody gets used to it. */
function checkUrl(url: string): void {
  const { searchParams } = new URL(url, 'http://localhost');
  for (const [name, value] of searchParams)
    if (secretNames.test(name) || /^l[a-z]{2}_/.test(value)) throw new AppError('mcp.secret_in_url');
}

function asWebRequest(request: FastifyRequest, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !['connection', 'content-length', 'transfer-encoding'].includes(name))
      headers.set(name, value);
  return new Request(publicUrl + path, { method: request.method, headers, signal });
}

function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status).header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : undefined);
}
