import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A provider that takes `delayMs` for each answer, and then asks another; or answers with the status `refused`. */
export async function startSlowProvider(provider: { port: number; close: () => Promise<void> }) {
  const state = { delayMs: 0, calls: 0, refused: 0 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    state.calls++;
    await new Promise((next) => setTimeout(next, state.delayMs));
    // Whoever asked has gone, and the other provider perhaps with them.
    if (response.destroyed) return;
    if (state.refused > 0) {
      response
        .writeHead(state.refused, { 'content-type': 'application/json' })
        .end('{"error":{"message":"no"}}');
      return;
    }
    const answer = await fetch(`http://127.0.0.1:${provider.port}${request.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await provider.close();
    },
  };
}

export type SlowProvider = Awaited<ReturnType<typeof startSlowProvider>>;

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
type Client = { call: (method: string, path: string) => Promise<{ body: any }> };

/** The state once it is one of these. */
export async function waitForReEmbedding(client: Client, baseId: string, states: string[]) {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const { body } = await client.call('GET', `/knowledge-bases/${baseId}/re-embedding`);
    if (states.includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${baseId} did not come to be ${states.join(' or ')}`);
}
