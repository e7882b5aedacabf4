import { expect, it } from 'vitest';
import { checkCommit } from './check-commits.ts';

const check = (subject: string, body = 'Because.') => checkCommit({ hash: 'abc1234', subject, body });

it.each([
  'fix(website-imports): release unused objects once',
  'feat(contract)!: drop the old format',
  'test: stop leaking servers',
])('accepts “%s”', (subject) => expect(check(subject)).toEqual([]));

it.each([
  ['A page that is kept asks once whether its bytes are named', /type\(scope\)/],
  ['fix: Release unused objects', /lower case/],
  ['fix: release unused objects.', /full stop/],
  ['improve(parsing): read tables', /type\(scope\)/],
  ['feat(contract,parsing): read tables', /type\(scope\)/],
  [`fix: ${'x'.repeat(100)}`, /the most/],
])('refuses “%s”', (subject, fault) => expect(check(subject).join()).toMatch(fault));

it('asks for the reason', () => expect(check('fix: stop', '\n').join()).toMatch(/say why/));
