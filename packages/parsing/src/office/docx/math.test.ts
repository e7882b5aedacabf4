import { expect, it } from 'vitest';
import { parseXml } from '../../archive/xml.ts';
import { writeMath } from './math.ts';

const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const part = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`;

it.each([
  ['a power', part('sSup', part('e', run('x')) + part('sup', run('2'))), 'x^2'],
  ['a long power', part('sSup', part('e', run('x')) + part('sup', run('n-1'))), 'x^(n-1)'],
  ['a fraction', part('f', part('num', run('a+b')) + part('den', run('2'))), '(a+b)/2'],
  ['a root', part('rad', part('deg', '') + part('e', run('x'))), '√(x)'],
  [
    'a sum',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', run('n=1'))}${part('sup', run('∞'))}${part('e', run('n'))}</m:nary>`,
    '∑_(n=1)^∞ n',
  ],
  [
    'brackets',
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${part('e', run('x'))}</m:d>`,
    '[x]',
  ],
  [
    'a matrix',
    part(
      'm',
      part('mr', part('e', run('a')) + part('e', run('b'))) +
        part('mr', part('e', run('c')) + part('e', run('d'))),
    ),
    '[a, b; c, d]',
  ],
])('writes %s on one line', (_name, content, text) => {
  const element = parseXml(
    `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${content}</m:oMath>`,
  );
  expect(writeMath(element)).toBe(text);
});
