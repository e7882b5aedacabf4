import { describe, expect, it } from 'vitest';
import type { FileInput, UnreadableReason } from './parsed-document.ts';
import { readDocument } from './read-document.ts';
import { buildCompound, buildDoc, buildMsg } from './testing/build-compound.ts';
import { buildOdf, buildZip } from './testing/build-zip.ts';
import { SAMPLES } from './testing/samples.ts';

const SECTOR = 512;

/** Makes the chain of a stream of a compound file run in a ring of two sectors. */
function closeRing(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  const table = (copy.readUInt32LE(76) + 1) * SECTOR;
  for (let index = 0; index < SECTOR / 4 - 1; index++) {
    if (copy.readUInt32LE(table + index * 4) !== index + 1) continue;
    copy.writeUInt32LE(index, table + (index + 1) * 4);
    return copy;
  }
  throw new Error('no chain of two sectors');
}

/** Writes a number into the header of a compound file. */
function claim(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, offset);
  return copy;
}

function mailbox(count: number, mail: string): Uint8Array {
  return Buffer.from(`From a@b.c Sat Nov 21 10:00:00 2026\n${mail}\n\n`.repeat(count));
}

const doc = () => buildDoc('Ducks swim.\r'.repeat(500));
const msg = () => buildMsg({ subject: 'Ducks', body: 'They swim. '.repeat(2_000) });
const repeat = (part: string, count: number) => part.repeat(count);
const presentation = (body: string) => buildOdf('presentation', `<draw:page>${body}</draw:page>`);
const sheet = (rows: string) =>
  buildOdf('spreadsheet', `<table:table table:name="S">${rows}</table:table>`, '', {
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'styles.xml': '<office:document-styles/>',
    'meta.xml': '<office:document-meta/>',
  });

type Case = [name: string, make: () => FileInput, reason: UnreadableReason];

const CASES: Case[] = [
  ['a ring of sectors in DOC', () => ({ name: 'a.doc', bytes: closeRing(doc()) }), 'broken'],
  ['a ring of sectors in MSG', () => ({ name: 'a.msg', bytes: closeRing(msg()) }), 'broken'],
  [
    'a DOC that claims a table of 4 GB',
    () => ({ name: 'a.doc', bytes: claim(doc(), 44, 0xfffffff0) }),
    'broken',
  ],
  [
    'a MSG whose directory lies outside',
    () => ({ name: 'a.msg', bytes: claim(msg(), 48, 0x00ffffff) }),
    'broken',
  ],
  ['an encrypted DOC', () => ({ name: 'a.doc', bytes: buildDoc('scrambled', 0x100) }), 'encrypted'],
  ['a DOC called MSG', () => ({ name: 'a.msg', bytes: doc() }), 'mislabelled'],
  ['a MSG called DOC', () => ({ name: 'a.doc', bytes: msg() }), 'mislabelled'],
  ['text called MSG', () => ({ name: 'a.msg', bytes: Buffer.from('only words') }), 'mislabelled'],
  ['an empty storage', () => ({ name: 'a.doc', bytes: buildCompound({}) }), 'mislabelled'],
  ['no mailbox called MBOX', () => ({ name: 'a.mbox', bytes: Buffer.from('only words\n') }), 'mislabelled'],
  [
    'a mailbox of lines that look like mails',
    () => ({ name: 'a.mbox', bytes: mailbox(10, 'words') }),
    'mislabelled',
  ],
  [
    'a mailbox of 100,000 mails',
    () => ({ name: 'a.mbox', bytes: mailbox(100_000, 'Subject: x\n\ny') }),
    'too_many_pages',
  ],
  [
    'bytes in a mailbox',
    () => ({ name: 'a.mbox', bytes: Buffer.from(repeat('\0\u0001x', 100)) }),
    'mislabelled',
  ],
  ['text called MP3', () => ({ name: 'a.mp3', bytes: Buffer.from('only words') }), 'mislabelled'],
  ['a picture called WAV', () => ({ ...SAMPLES.docx!, name: 'a.wav' }), 'mislabelled'],
  [
    'an entity bomb in ODP',
    () => ({
      name: 'a.odp',
      bytes: buildZip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.presentation' },
        { name: 'content.xml', content: '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' },
      ]),
    }),
    'forbidden_construct',
  ],
  [
    'nested groups in ODP',
    () => ({ name: 'a.odp', bytes: presentation(repeat('<draw:g>', 5_000) + repeat('</draw:g>', 5_000)) }),
    'too_deep',
  ],
  [
    'a presentation of 3,000 slides',
    () => ({ name: 'a.odp', bytes: buildOdf('presentation', repeat('<draw:page/>', 3_000)) }),
    'too_many_pages',
  ],
  [
    'a cell repeated over a whole sheet in ODS',
    () => ({
      name: 'a.ods',
      bytes: sheet(
        '<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>',
      ),
    }),
    'too_many_cells',
  ],
  [
    'a ZIP bomb in ODS',
    () => ({
      name: 'a.ods',
      bytes: buildZip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: Buffer.alloc(210_000_000) },
      ]),
    }),
    'too_large_unpacked',
  ],
  [
    'an XLSB that lies about sizes',
    () => ({
      name: 'a.xlsb',
      bytes: buildZip([{ name: 'xl/workbook.bin', content: Buffer.alloc(50_000_000), declaredSize: 100 }]),
    }),
    'too_large_unpacked',
  ],
];

describe('hostile and broken mails, old texts, sheets and recordings end in a reason', () => {
  it.each(CASES)('%s', async (_name, make, reason) => {
    await expect(readDocument(make())).rejects.toMatchObject({ name: 'UnreadableFileError', reason });
  });
});

describe('odd but honest ones are read', () => {
  it('mails forwarded inside mails, to a limit', async () => {
    let bytes = buildMsg({ subject: 'Innermost', body: 'Deep words.' });
    for (let depth = 0; depth < 12; depth++)
      bytes = buildMsg({
        subject: `Level ${depth}`,
        body: 'See below.',
        attachments: [{ name: 'a.msg', bytes }],
      });
    const document = await readDocument({ name: 'a.msg', bytes });
    expect(document.blocks.some((block) => block.text === 'Level 4')).toBe(true);
    expect(document.blocks.some((block) => block.text === 'Level 1')).toBe(false);
  });

  it('an empty row repeated to the end of an ODS sheet', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const bytes = sheet(
      `<table:table-row>${cell('a')}${cell('b')}</table:table-row><table:table-row>${cell('c')}${cell('d')}</table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
    );
    const document = await readDocument({ name: 'a.ods', bytes });
    expect(document.blocks.at(-1)?.text).toBe('a\tb\nc\td');
  });

  it('a multipart nested beyond what a person sends', async () => {
    const head = 'Subject: Ducks\nContent-Type: multipart/mixed; boundary=b\n\n';
    const nested = repeat('--b\nContent-Type: multipart/mixed; boundary=b\n\n', 5_000);
    const outcome = await readDocument({ name: 'a.eml', bytes: Buffer.from(head + nested) }).catch(
      (error: unknown) => error,
    );
    if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'UnreadableFileError' });
  });
});
