import { type ApiClient, codeIn } from '@lectern/testing';
import { expect } from 'vitest';

/** The outbox of a product without a mail server, as its administrator reads it. */
export type Mailbox = {
  /** The text of the next mail of this kind to this address, once it is there. */
  read: (to: string, kind: string) => Promise<string>;
  /** The six digits of that mail. */
  readCode: (to: string, kind: string) => Promise<string>;
};

export function createMailbox(admin: ApiClient): Mailbox {
  const seen = new Set<string>();
  const find = async (to: string, kind: string): Promise<string> => {
    const { body } = await admin.call('GET', '/admin/mails?state=stored&page_size=200');
    const mails: { id: string; to: string; kind: string }[] = body.items;
    const next = mails.findLast((mail) => mail.to === to && mail.kind === kind && !seen.has(mail.id));
    if (!next) return '';
    seen.add(next.id);
    return (await admin.call('GET', `/admin/mails/${next.id}`)).body.text;
  };
  const read: Mailbox['read'] = async (to, kind) => {
    let text = '';
    await expect.poll(async () => (text ||= await find(to, kind)), { timeout: 30_000 }).not.toBe('');
    return text;
  };
  return {
    read,
    readCode: async (to, kind) => {
      const code = codeIn(await read(to, kind));
      if (code === undefined) throw new Error(`The ${kind} to ${to} carries no code`);
      return code;
    },
  };
}
