import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeForTab } from '../../../api/session.ts';
import { forgetSsoReturn, readSsoReturn } from './sso-return.ts';

beforeEach(() => {
  // Storage is refused: what is kept is kept in memory.
  vi.stubGlobal('window', {});
});
afterEach(() => forgetSsoReturn());

it('joins the ticket with what this browser kept', () => {
  storeForTab('singleSignOn', JSON.stringify({ verifier: 'v', next: '/chat' }));
  expect(readSsoReturn('#sso=abc')).toEqual({ kind: 'ticket', ticket: 'abc', verifier: 'v', next: '/chat' });
});

it('asks also with a ticket that another browser began, so that the server says so', () => {
  expect(readSsoReturn('#sso=abc')).toEqual({ kind: 'ticket', ticket: 'abc', verifier: '', next: undefined });
  storeForTab('singleSignOn', 'broken');
  expect(readSsoReturn('#sso=abc')).toMatchObject({ verifier: '' });
});

it('reads why it failed, and leaves other addresses alone', () => {
  expect(readSsoReturn('#sso_error=sso.no_level')).toEqual({ kind: 'failed', code: 'sso.no_level' });
  expect(readSsoReturn('#content')).toBeUndefined();
  expect(readSsoReturn('')).toBeUndefined();
});
