import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';
import { buildMsg } from '../testing/build-compound.ts';
import { nameCodePage } from './read-msg.ts';

it.each([
  [936, 'gbk', '会议纪要：今天开会。'],
  [950, 'big5', '會議紀要：今天開會。'],
  [1252, 'windows-1252', 'Réunion à 10 h — 5 €'],
  [932, 'shiftjis', '会議のお知らせ'],
])('reads texts of code page %i', async (number, encoding, text) => {
  const codePage = { number, encode: (value: string) => iconv.encode(value, encoding) };
  const document = await readDocument({
    name: 'a.msg',
    bytes: buildMsg({ subject: text, body: text, codePage }),
  });
  expect(document.title).toBe(text);
  expect(document.blocks.at(-1)!.text).toBe(text);
});

it('reads the body as HTML where it is there, and attachments below their names', async () => {
  const bytes = buildMsg({
    subject: 'Ducks',
    body: 'plain',
    html: Buffer.from(
      '<p>They <b>swim</b>.</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ),
    attachments: [
      { name: 'geese.txt', bytes: Buffer.from('Geese fly.') },
      { name: 'broken.pdf', bytes: Buffer.from('no pdf') },
    ],
  });
  const document = await readDocument({ name: 'a.msg', bytes });
  expect(document.blocks.map(({ type, text }) => `${type}: ${text}`)).toEqual([
    'heading: Ducks',
    'paragraph: From: Jürgen <a@example.org>\nTo: Bea <b@example.org>',
    'paragraph: They swim.',
    'table: a\tb\n1\t2',
    'heading: geese.txt',
    'paragraph: Geese fly.',
    'list_item: broken.pdf',
  ]);
  expect(document.warnings).toEqual([{ code: 'attachment_skipped', detail: 'broken.pdf (mislabelled)' }]);
});

it('knows code pages by their numbers', () => {
  expect([65001, 20127, 28605, 54936, 936, 7, undefined].map(nameCodePage)).toEqual([
    'utf-8',
    'windows-1252',
    'iso-8859-15',
    'gb18030',
    'cp936',
    undefined,
    undefined,
  ]);
});
