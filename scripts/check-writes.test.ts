import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkWrites } from './check-writes.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'writes-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const server = 'apps/server/src';
const features = `${server}/features`;

function check(path: string, text: string): string[] {
  const files = {
    [`${features}/files/file.table.ts`]: "export const files = pgTable('files', {});\n",
    [`${features}/mails/mail.table.ts`]: "export const mails = pgTable('mails', {});\n",
    [path.startsWith('platform/') ? `${server}/${path}` : `${features}/${path}`]: text,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return checkWrites(root);
}

const ALLOWED: [path: string, text: string][] = [
  ['mails/mail.queries.ts', 'function add(tx: Tx) {\n  return tx.insert(mails).values({});\n}\n'],
  [
    'mails/mail.queries.ts',
    "function change(\n  tx: Tx,\n  mail: Authorized<MailRow, 'retry'>,\n): Promise<void> {\n  return tx\n    .update(mails)\n    .set({});\n}\n",
  ],
  [
    'mails/mail.queries.ts',
    'async function clear(tx: SystemTx): Promise<{ id: string }> {\n  await tx.delete(mails);\n}\n',
  ],
  [
    'files/file.queries.ts',
    "function add(tx: Tx, place: QuotaToken<'storage'>) {\n  return tx.insert(files).values({});\n}\n",
  ],
  [
    'mails/mail.service.ts',
    'const map = new Map();\nmap.delete(key);\nhash.update(bytes);\n// tx.delete(mails)\n',
  ],
  ['mails/mail.routes.test.ts', 'await tx.delete(mails);\n'],
];

const REFUSED: [path: string, text: string, sentence: RegExp][] = [
  ['mails/mail.service.ts', 'await tx.insert(mails).values({});\n', /belong in a \*\.queries\.ts/],
  ['mails/mail.service.ts', 'await tx\n  .delete(someTable)\n', /writes a table/],
  ['mails/mail.service.ts', 'await tx.execute(sql`update $' + '{mails} set state = 1`);\n', /writes mails/],
  ['mails/mail.service.ts', 'sql`insert into $' + "{mails} (id) values ('a')`;\n", /writes mails/],
  ['mails/mail.service.ts', 'client.query("delete from mails");\n', /writes a table/],
  [
    'mails/mail.queries.ts',
    "function add(tx: Tx, place: QuotaToken<'storage'>) {\n  return tx.insert(files).values({});\n}\n",
    /belongs to features\/files/,
  ],
  [
    'mails/mail.queries.ts',
    'async function change(tx: Tx, id: string) {\n  await tx.update(mails).set({});\n}\n',
    /change updates or deletes/,
  ],
  [
    'files/file.queries.ts',
    'function add(tx: Tx) {\n  return tx.insert(files).values({});\n}\n',
    /QuotaToken<'storage'>/,
  ],
  ['new-feature/a.service.ts', 'await tx.insert(mails).values({});\n', /writes mails/],
  ['platform/runs/orphans.ts', 'await tx.update(table).set({});\n', /belong in a \*\.queries\.ts/],
  [
    'platform/run.queries.ts',
    'async function clear(tx: SystemTx) {\n  await tx.delete(mails);\n}\n',
    /belongs to features\/mails/,
  ],
  [
    'administration/promotion.service.ts',
    "await tx\n  .select()\n  .from(companies)\n  .where(open)\n  .for('no key update');\n",
    /call lockCompany/,
  ],
];

describe('checkWrites', () => {
  it.each(ALLOWED)('allows %s: %.60s', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });

  it.each(REFUSED)('refuses %s: %.60s', (path, text, sentence) => {
    const violations = check(path, text);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatch(sentence);
  });
});
