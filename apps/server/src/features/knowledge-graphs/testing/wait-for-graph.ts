// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
type Client = { call: (method: string, path: string) => Promise<{ body: any }> };

/** The graph of a base once its build has come to an end; `after`: once one that was asked for just now has begun, too. */
export async function waitForGraph(client: Client, baseId: string, { after = false } = {}) {
  let begun = !after;
  for (let attempt = 0; attempt < 900; attempt++) {
    const { body } = await client.call('GET', `/knowledge-bases/${baseId}/graph`);
    if (['queued', 'building'].includes(body.state)) begun = true;
    else if (begun && body.state !== 'none') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The graph of ${baseId} is still being built`);
}
