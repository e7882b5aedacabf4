import { expect, test } from 'vitest';
import { askForGuide, readGuide } from './write-guide.ts';

const passages = Array.from({ length: 40 }, (_, n) => ({
  chunkId: `c${n}`,
  documentId: 'd',
  text: `Passage ${n} says that roses of kind ${n} bloom in June. It also says more.`,
  headingPath: [],
  questions: [],
}));

test('passages that do not fit are left out evenly', () => {
  const all = askForGuide(passages, { language: 'en', contextTokens: 32_000 });
  expect(all.shown).toHaveLength(40);
  const some = askForGuide(passages, { language: 'en', contextTokens: 1_400 });
  expect(some.shown.length).toBeLessThan(30);
  expect(some.shown.filter(({ chunkId }) => Number(chunkId.slice(1)) >= 20).length).toBeGreaterThan(5);
});

test('only entries with a passage that was shown are kept, each with its quote', () => {
  const answer = JSON.stringify({
    summary: [
      { text: 'Roses of kind 3 bloom in June.', passages: [4, 99, 'x'] },
      { text: 'Invented.', passages: [] },
      { text: 5, passages: [1] },
      null,
    ],
    timeline: [{ date: 'soon', text: 'Nothing', passages: [1] }],
    glossary: 'none',
  });
  const guide = readGuide(`Here it is:\n\`\`\`json\n${answer}\n\`\`\``, passages);
  expect(guide).toEqual({
    summary: [
      {
        text: 'Roses of kind 3 bloom in June.',
        sources: [{ chunkId: 'c3', quote: 'Passage 3 says that roses of kind 3 bloom in June.' }],
      },
    ],
    keyPoints: [],
    questions: [],
    glossary: [],
    timeline: [],
  });
});

test.each(['', 'no json', '{"summary":', '[]', '{"summary":[{"text":"x","passages":[0]}]}'])(
  'an answer that is no guide: %s',
  (answer) => expect(readGuide(answer, passages)).toBeUndefined(),
);
