// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
type Body = any;
type Answer = Promise<{ status: number; body: Body }>;
type ApiClient = {
  token: string | undefined;
  call: (method: string, path: string, body?: unknown) => Answer;
  upload: (path: string, files: { name: string; bytes: Uint8Array }[]) => Answer;
};

export async function waitForTask(client: ApiClient, id: string): Promise<Body> {
  for (let attempt = 0; attempt < 900; attempt++) {
    const { body } = await client.call('GET', `/archive-tasks/${id}`);
    if (body.state !== 'queued' && body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Task ${id} does not end`);
}

export async function exportBase(client: ApiClient, baseId: string, options: object = {}): Promise<Buffer> {
  const { body } = await client.call('POST', `/knowledge-bases/${baseId}/export`, options);
  const task = await waitForTask(client, body.id);
  if (task.state !== 'finished') throw new Error(JSON.stringify(task));
  const bytes = await download(client, body.id);
  await client.call('DELETE', `/archive-tasks/${body.id}`);
  return bytes;
}

let address: (client: ApiClient) => string;
/** The client reads text; an archive is bytes. */
async function download(client: ApiClient, id: string): Promise<Buffer> {
  const response = await fetch(`${address(client)}/api/v1/archive-tasks/${id}/file`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  if (response.status !== 200) throw new Error(`${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Tells how to find the server of a client. */
export function setAddress(find: (client: ApiClient) => string): void {
  address = find;
}

export function sendArchive(client: ApiClient, bytes: Buffer) {
  return client.upload('/archive-tasks', [{ name: 'base.lectern', bytes }]);
}

export async function importBase(client: ApiClient, bytes: Buffer): Promise<Body> {
  const { status, body } = await sendArchive(client, bytes);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  return waitForTask(client, body.id);
}

/** All that is in a base, without what differs by nature: ids, times, who made it, and changes that can be undone. */
export async function readWhole(client: ApiClient, baseId: string): Promise<Body> {
  const { items } = (
    await client.call('GET', `/knowledge-bases/${baseId}/documents?sort=name&direction=asc&page_size=200`)
  ).body;
  const documents = [];
  for (const item of items) {
    const chunks = (await client.call('GET', `/documents/${item.id}/chunks?page_size=200`)).body.items;
    const { process_begin_at: _, process_duration_ms: __, messages, ...document } = item;
    documents.push({
      ...strip(document),
      messages: messages.map(({ key }: { key: string }) => key),
      chunks: chunks.map(strip),
    });
  }
  return documents;
}

function strip(value: Record<string, unknown>): Record<string, unknown> {
  const own = /(^|_)(id|ids)$|^created_at$|^updated_at$|^last_change$/;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !own.test(key)));
}
