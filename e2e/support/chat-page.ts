import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

export type ChatPage = { url: string; stop: () => Promise<void> };

/**
 * The chat page of the guide, as it stands there: its page bundled for a browser, its server with the address and the
 * token in the environment.
 */
export async function startChatPage(environment: Record<string, string>): Promise<ChatPage> {
  const guide = readFileSync(join(root, 'docs/guide/chat-page.md'), 'utf8');
  const blockOf = (language: string) =>
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside the repository, where the libraries are found.
  const folder = mkdtempSync(join(root, '.build/chat-page-'));
  writeFileSync(join(folder, 'server.ts'), blockOf('ts'));
  writeFileSync(join(folder, 'page.tsx'), blockOf('tsx'));
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.tsx')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = outputFiles[0]?.text ?? '';

  Object.assign(process.env, environment);
  const { chat } = (await import(pathToFileURL(join(folder, 'server.ts')).href)) as { chat: Server };
  const answer = chat.listeners('request')[0] as RequestListener;
  const site = createServer((request, response) => {
    if (request.url === '/api/chat') return answer(request, response);
    if (request.url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script);
    response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    stop: async () => {
      site.closeAllConnections();
      await new Promise((resolve) => site.close(resolve));
      for (const name of Object.keys(environment)) delete process.env[name];
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const page = `<!doctype html><html lang="en"><title>Chat</title><div id="root"></div><script src="/page.js"></script>`;
