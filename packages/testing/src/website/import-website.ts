import type { ApiClient } from '../server/api-client.ts';
import { buildKnowledgeBase } from '../server/build.ts';
import type { Website } from './start-website.ts';

/** Begins to import a site into a new base of the caller's; settings as on the wire. */
export async function beginWebsiteImport(
  client: ApiClient,
  url: string,
  settings: Record<string, unknown> = {},
) {
  const base = await buildKnowledgeBase(client);
  const answer = await client.call('POST', `/knowledge-bases/${base.id}/website-imports`, {
    url,
    settings: { browser: 'never', ...settings },
  });
  if (answer.status !== 202) throw new Error(`expected 202, got ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The import once its run has come to an end, whichever. */
export async function waitForWebsiteImport(client: ApiClient, id: string, attempts = 900) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { body } = await client.call('GET', `/website-imports/${id}`);
    if (body.status !== 'in_progress') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Website import ${id} does not end`);
}

export async function importWebsite(client: ApiClient, url: string, settings: Record<string, unknown> = {}) {
  return waitForWebsiteImport(client, (await beginWebsiteImport(client, url, settings)).id);
}

/** Runs an import again, to its end. */
export async function importWebsiteAgain(client: ApiClient, id: string) {
  const answer = await client.call('POST', `/website-imports/${id}/run`);
  if (answer.status !== 202) throw new Error(`expected 202, got ${JSON.stringify(answer.body)}`);
  return waitForWebsiteImport(client, id);
}

/** The pages of an import by their path, as written. */
export async function readWebsitePages(client: ApiClient, site: Website, id: string) {
  const { body } = await client.call('GET', `/website-imports/${id}/pages?page_size=200`);
  return Object.fromEntries(
    body.items.map((page: { url: string }) => [page.url.replace(site.url, ''), page]),
  ) as Record<string, Record<string, unknown>>;
}
