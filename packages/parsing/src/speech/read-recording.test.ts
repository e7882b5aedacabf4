import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

/** A second of silence: 8 kHz, 8 bits. */
function silence(): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + 8_000, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(8_000, 40);
  return Buffer.concat([header, Buffer.alloc(8_000, 128)]);
}

const input = { name: 'a.wav', bytes: silence() };

it('waits for somebody to write it down', async () => {
  const document = await readDocument(input);
  expect(document).toMatchObject({
    format: 'audio',
    blocks: [],
    warnings: [{ code: 'needs_transcription' }],
  });
});

it('is what was said, with its times', async () => {
  const speech = [
    { start: 0, end: 0.4, text: ' Bonjour. ' },
    { start: 0.4, end: 0.5, text: ' ' },
    { start: 0.5, end: 1, text: 'Au revoir.' },
  ];
  const document = await readDocument(input, { speech });
  expect(document.blocks.map(({ text, time, source }) => ({ text, time, source }))).toEqual([
    { text: 'Bonjour.', time: { start: 0, end: 0.4 }, source: 'speech' },
    { text: 'Au revoir.', time: { start: 0.5, end: 1 }, source: 'speech' },
  ]);
});

it('has no text when nothing was said', async () => {
  await expect(readDocument(input, { speech: [] })).rejects.toMatchObject({ reason: 'no_text' });
});

it.each([
  ['mp3', 'ID3\x04\0\0\0\0\0\0', '\xff\xfb\x90\0'],
  ['flac', 'fLaC\0\0\0\x22', ''],
  ['ogg', 'OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x1e\x01vorbis', ''],
  [
    'webm',
    '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
    '',
  ],
  ['m4a', '\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom\0\0\0\0', ''],
])('is known by its content: %s', async (extension, head, more) => {
  const bytes = Buffer.concat([Buffer.from(head + more, 'latin1'), Buffer.alloc(600)]);
  expect((await readDocument({ name: `a.${extension}`, bytes })).format).toBe('audio');
});
