import { buildTone } from '@lectern/testing';
import { expect, test } from 'vitest';
import { estimateSeconds } from './recording-length.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const rest = '\0'.repeat(40);

test('a WAV file is as long as its bytes at its rate', () => {
  expect(estimateSeconds(buildTone(7), 'audio/wav')).toBeCloseTo(7, 1);
});

test('an Ogg file ends with the time of its last page', () => {
  const page = (samples: number) => {
    const time = Buffer.alloc(8);
    time.writeBigInt64LE(BigInt(samples));
    return bytes('OggS\0\0', [...time], rest);
  };
  expect(estimateSeconds(Buffer.concat([page(0), page(48_000 * 12)]), 'audio/ogg')).toBe(12);
  const vorbis = bytes('OggS', rest, '\x01vorbis', [0, 0, 0, 0, 1, 0x40, 0x1f, 0, 0], rest);
  expect(estimateSeconds(Buffer.concat([vorbis, page(8_000 * 3)]), 'audio/ogg')).toBe(3);
});

test('a WebM file has a time in its last cluster, of known length or not', () => {
  const cluster = (length: number[], time: number[]) =>
    bytes('\x1fC\xb6u', length, [0xe7, 0x80 + time.length, ...time], rest);
  const unknown = [1, 255, 255, 255, 255, 255, 255, 255];
  const file = Buffer.concat([cluster([0x9f], [0]), cluster(unknown, [0x01, 0x86, 0xa0])]);
  expect(estimateSeconds(file, 'audio/webm')).toBe(100);
});

test('an MP4 file tells its length, or the time of its last piece', () => {
  const number = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const header = (length: number) =>
    bytes('mdhd', [0, 0, 0, 0], number(0), number(0), number(1_000), number(length), rest);
  expect(estimateSeconds(header(9_000), 'audio/mp4')).toBe(9);
  const piece = bytes('tfdt', [0, 0, 0, 0], number(61_000), rest);
  expect(estimateSeconds(Buffer.concat([header(0), piece]), 'audio/mp4')).toBe(61);
});

test('an MP3 file is as long as its bytes at the rate of its first frame', () => {
  const frames = bytes([0xff, 0xfb, 0x90, 0x64], '\0'.repeat(16_000 - 4));
  expect(estimateSeconds(frames, 'audio/mpeg')).toBe(1);
  expect(
    estimateSeconds(Buffer.concat([bytes('ID3\x04\0\0', [0, 0, 0, 5], '12345'), frames]), 'audio/mpeg'),
  ).toBe(1);
});

test('what is cut off or says nothing has no length, and nothing fails', () => {
  for (const type of ['audio/wav', 'audio/ogg', 'audio/webm', 'audio/mp4', 'audio/mpeg', 'audio/flac'])
    for (const start of ['', 'fmt ', 'OggS', '\x1fC\xb6u', 'mdhd', 'ID3', '\xff'])
      for (const length of [0, 3, 30])
        expect(estimateSeconds(bytes(start, '\0'.repeat(length)), type) ?? 0).toBeLessThan(1);
});
