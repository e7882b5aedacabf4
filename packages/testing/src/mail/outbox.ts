import type { TestServer } from '../server/test-server.ts';
import { until } from './until.ts';

export type StoredMail = { id: string; to: string; kind: string; subject: string; text: string };

/** The mails of a server without SMTP, newest first, as its administrator reads them. */
export async function readOutbox({ admin }: TestServer, to?: string): Promise<StoredMail[]> {
  const list = await admin.call('GET', '/admin/mails?state=stored&page_size=200');
  const mails: StoredMail[] = [];
  for (const summary of list.body.items)
    if (to === undefined || summary.to === to)
      mails.push((await admin.call('GET', `/admin/mails/${summary.id}`)).body);
  return mails;
}

/** The six digits of a mail that carries a code. */
export function codeIn(text: string): string | undefined {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
}

/** The newest code that was mailed to this address. */
export function readCode(server: TestServer, email: string): Promise<string> {
  return until(`a code for ${email}`, async () => {
    for (const { text } of await readOutbox(server, email)) {
      const code = codeIn(text ?? '');
      if (code !== undefined) return code;
    }
    return undefined;
  });
}
