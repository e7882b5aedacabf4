import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a site answers at a path; a text is a page. */
export type WebsiteAnswer =
  | string
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string | Uint8Array;
      /** Kept waiting for so long; `never` is never answered. */
      delayMs?: number | 'never';
      /** Answers 304 to whoever has this version already. */
      etag?: string;
    };

/** A site on loopback whose pages a test writes, changes and takes away. */
export type Website = {
  /** Without a slash at its end. */
  url: string;
  set: (path: string, answer: WebsiteAnswer) => void;
  remove: (path: string) => void;
  /** Every request, in order. */
  requests: { path: string; headers: IncomingHttpHeaders; at: number }[];
  /** Requests of a path, or all but those for robots.txt. */
  countRequests: (path?: string) => number;
  close: () => Promise<void>;
};

/** Starts a site; what is not there is answered with 404. */
export async function startWebsite(pages: Record<string, WebsiteAnswer> = {}): Promise<Website> {
  const answers = new Map(Object.entries(pages));
  const requests: Website['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, headers: request.headers, at: Date.now() });
    const found = answers.get(path);
    const answer = typeof found === 'string' ? { body: found } : found;
    const send = () => {
      if (answer === undefined) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
        return;
      }
      const { status = 200, headers = {}, body = '', etag } = answer;
      const sent = { 'content-type': 'text/html; charset=utf-8', ...(etag ? { etag } : {}), ...headers };
      if (etag && request.headers['if-none-match'] === etag) response.writeHead(304, sent).end();
      else response.writeHead(status, sent).end(body);
    };
    if (answer?.delayMs === 'never') return;
    if (answer?.delayMs) setTimeout(send, answer.delayMs);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (path, answer) => answers.set(path, answer),
    remove: (path) => answers.delete(path),
    requests,
    countRequests: (path) =>
      requests.filter((each) => (path === undefined ? each.path !== '/robots.txt' : each.path === path))
        .length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page as sites have them: a menu around a text of its own, and links. */
export function buildPage(title: string, text: string, links: readonly string[] = [], head = ''): string {
  const anchors = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<nav><a href="/">Start</a></nav><main><h1>${title}</h1><p>${text}</p><ul>${anchors}</ul></main>
<footer>All rights reserved</footer></body></html>`;
}

/** A sitemap of absolute addresses. */
export function buildSitemap(urls: readonly string[]): WebsiteAnswer {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
  };
}
