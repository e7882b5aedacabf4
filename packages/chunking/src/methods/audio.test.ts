import type { BlockInput } from '@lectern/parsing';
import { expect, it } from 'vitest';
import { buildDocument } from '../testing/build-document.ts';
import { audio } from './audio.ts';

const speech = (text: string, start: number, end: number): BlockInput => ({
  type: 'paragraph',
  text,
  time: { start, end },
  source: 'speech',
});

/** Sentences of four seconds each with half a second between, and a long pause where the list says so. */
function buildTalk(count: number, pausesAfter: number[] = []): BlockInput[] {
  let clock = 0;
  return Array.from({ length: count }, (_, index) => {
    const start = clock;
    clock += pausesAfter.includes(index) ? 7 : 4.5;
    return speech(`This is sentence number ${index} of the talk.`, start, start + 4);
  });
}

it('marks every stretch of speech with its time', async () => {
  const blocks = [
    speech('Good evening.', 0, 2),
    speech('We begin.', 75.4, 80),
    speech('The end.', 3725, 3727),
  ];
  const { chunks } = await audio.chunk(buildDocument(blocks, 'audio'), { windowSeconds: 0 });
  expect(chunks.map(({ text }) => text)).toEqual([
    '[00:00] Good evening.\n\n[01:15] We begin.\n\n[1:02:05] The end.',
  ]);
});

it('cuts at the pauses of the speaker before a window is over', async () => {
  const document = buildDocument(buildTalk(40, [11, 24]), 'audio');
  const { chunks } = await audio.chunk(document, { windowSeconds: 60 });
  const spans = chunks.map(({ blockIds }) => {
    const blocks = document.blocks.filter(({ id }) => blockIds.includes(id));
    return blocks.at(-1)!.time!.end - blocks[0]!.time!.start;
  });
  for (const span of spans) expect(span).toBeLessThanOrEqual(60);
  expect(chunks[1]!.text).toMatch(/sentence number 12 /);
  expect(chunks[2]!.text).toMatch(/sentence number 25 /);
});

it('never exceeds the token number, nor loses a sentence', async () => {
  const document = buildDocument(buildTalk(50), 'audio');
  const { chunks } = await audio.chunk(document, { chunkTokenNumber: 80, windowSeconds: 0 });
  for (const chunk of chunks) expect(chunk.tokens).toBeLessThanOrEqual(80);
  const text = chunks.map((chunk) => chunk.text).join('\n');
  for (let i = 0; i < 50; i++) expect(text).toContain(`number ${i} of`);
});
