import { expect, it } from 'vitest';
import { speakableText } from './speakable-text.ts';
import { listSpokenParts } from './spoken-parts.ts';

it.each([
  [
    'emphasis and markers',
    'The **rose** blooms in *June* [1][2]. Prune it [3, 4].',
    'The rose blooms in June. Prune it.',
  ],
  ['a heading', '# Care\n\nWater it.', 'Care.\nWater it.'],
  ['a list', '- peat\n- sand [2]\n  - fine', 'peat.\nsand.\nfine.'],
  ['a numbered list', '3. Dig\n4. Plant', '3. Dig.\n4. Plant.'],
  ['code', 'Run `npm ci` first:\n\n```sh\nrm -rf x[1]\n```', 'Run npm ci first:\nSee the code on screen.'],
  ['code that looks like a marker', 'Take `list[1]` then.', 'Take list[1] then.'],
  [
    'a diagram, in French',
    'Voici le plan de la maison et du jardin.\n\n```mermaid\ngraph TD\n```',
    'Voici le plan de la maison et du jardin.\nVoir le schéma à l’écran.',
  ],
  ['Chinese', '## 玫瑰\n\n玫瑰在六月开花[1]。\n\n```js\n1\n```', '玫瑰。\n玫瑰在六月开花。\n代码见屏幕。'],
  [
    'a table',
    '| Plant | Month |\n|---|---|\n| Rose [1] | June |\n| Apple | |',
    'Plant: Rose; Month: June.\nPlant: Apple.',
  ],
  [
    'links, pictures and addresses',
    'See [the guide](https://a.org/x) or https://www.b.org/y?z=1. ![A rose](r.png)',
    'See the guide or b.org A rose.',
  ],
  ['markup', 'One<br>two <script>alert(1)</script>', 'One two alert(1).'],
  ['formulas', 'It is $E = mc^2$.\n\n$$\\frac{a}{b}$$', 'It is E = mc^2.\nsee the formula.'],
  ['prices', 'It costs $5 or $10.', 'It costs $5 or $10.'],
  ['a quotation and a rule', '> Be kind.\n\n---\n', 'Be kind.'],
  ['nothing', ' \n\n---\n\n[1]', ''],
])('reads %s', (_, markdown, spoken) => {
  expect(speakableText(markdown)).toBe(spoken);
});

it('is quick with what takes a parser minutes', () => {
  for (const piece of ['[', '> ', '- ', '*a_', '![](', '`~'])
    expect(speakableText(`Words. ${piece.repeat(40_000)}`).length).toBeLessThan(60_000);
});

it('begins with a short part and ends every part with a sentence', () => {
  const sentence = 'The apple tree that stands at the gate was planted in 1921 by the first gardener. ';
  const parts = listSpokenParts(sentence.repeat(60));
  expect(parts[0]).toBe(sentence.trim());
  expect(parts.length).toBeGreaterThan(5);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(800);
    expect(part.endsWith('gardener.')).toBe(true);
  }
  expect(parts.join(' ')).toBe(sentence.repeat(60).trim());
});

it('cuts a sentence that is longer than a part, and nothing is lost', () => {
  const endless = `${'word and another word, '.repeat(120)}end.`;
  const parts = listSpokenParts(endless);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(800);
  expect(parts.join(' ')).toBe(endless);
  const wide = listSpokenParts('花'.repeat(2_000));
  expect(wide.join('').replace('。', '')).toBe('花'.repeat(2_000));
});

it('has no part where there is nothing to read', () => {
  expect(listSpokenParts('[1]')).toEqual([]);
});
