import { expect, it } from 'vitest';
import { readLoginSearch } from './login-search.ts';

it('takes any address a person could type', () => {
  expect(readLoginSearch({ step: 'code', next: '/chat', notice: 'disabled' })).toMatchObject({
    step: 'code',
    next: '/chat',
    notice: 'disabled',
  });
  expect(readLoginSearch({ step: 'nonsense', notice: ['x'], next: {}, invitation: 12 })).toEqual({
    step: undefined,
    notice: undefined,
    next: undefined,
    company: undefined,
    invitation: '12',
  });
});

it('leads a company’s own link to its sign-in', () => {
  expect(readLoginSearch({ company: 'acme' })).toMatchObject({ step: 'company', company: 'acme' });
});
