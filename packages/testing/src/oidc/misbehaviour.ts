import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSigningKey, readTokenClaims } from './oidc-keys.ts';

/** What a faulty or hostile provider does, over and above the real one. */
export type Misbehaviour = {
  /** Fields of the discovery document that are other than they should be. */
  discovery?: Record<string, unknown>;
  /** Claims of the next identity tokens that are other than they should be; undefined leaves one out. */
  idToken?: Record<string, unknown>;
  /** The identity tokens are signed with a key that the provider does not publish. */
  foreignSignature?: boolean;
  /** The path that answers with this status instead. */
  failing?: { path: string; status: number };
};

type Change = (body: Record<string, unknown>) => Record<string, unknown>;

/** Has the real provider answer, and changes its answer on the way out. */
export function applyMisbehaviour(
  request: IncomingMessage,
  response: ServerResponse,
  { discovery, idToken, foreignSignature, failing }: Misbehaviour,
  signToken: (claims: Record<string, unknown>) => string,
): void {
  const path = new URL(request.url ?? '/', 'http://provider').pathname;
  if (failing?.path === path) {
    response.writeHead(failing.status, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  if (path.endsWith('/.well-known/openid-configuration') && discovery)
    changeAnswer(response, (body) => ({ ...body, ...discovery }));
  if (path.endsWith('/token') && (idToken || foreignSignature))
    changeAnswer(response, (body) => {
      if (typeof body.id_token !== 'string') return body;
      const claims = { ...readTokenClaims(body.id_token), ...idToken };
      return { ...body, id_token: (foreignSignature ? createSigningKey().signToken : signToken)(claims) };
    });
}

function changeAnswer(response: ServerResponse, change: Change): void {
  const end = response.end.bind(response) as (chunk: string) => ServerResponse;
  response.end = ((chunk?: string | Buffer) => {
    const text = JSON.stringify(change(JSON.parse(String(chunk))));
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as ServerResponse['end'];
}
