import { expect, test } from 'vitest';
import { findFieldProblem, keyOf } from './field-key.ts';

test('a key is made of the name and stays free', () => {
  expect(keyOf('Signed on', [])).toBe('signed_on');
  expect(keyOf('Année d’émission', [])).toBe('annee_d_emission');
  expect(keyOf('2024 budget', ['budget'])).toBe('budget_2');
  expect(keyOf('年份', [])).toBe('field');
  expect(keyOf('x'.repeat(90), [])).toHaveLength(36);
});

test('what keeps fields from being saved is found', () => {
  const field = { key: 'a', name: 'A', type: 'text' as const, choices: [] };
  expect(findFieldProblem([field])).toBeUndefined();
  expect(findFieldProblem([field, { ...field, key: 'b', name: ' a' }])).toBe('repeated');
  expect(findFieldProblem([{ ...field, name: ' ' }])).toBe('nameRequired');
  expect(findFieldProblem([{ ...field, type: 'choice' }])).toBe('choicesRequired');
});
