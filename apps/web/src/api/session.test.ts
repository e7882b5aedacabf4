import { ApiError } from '@lectern/client';
import { getDocumentFile, getMe, setActiveCompany, signIn } from '@lectern/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { addressOf } from './client.ts';
import { reportSession } from './report-session.ts';
import {
  findToken,
  isImpersonating,
  isSignedIn,
  onSessionEvent,
  returnToOwnAccount,
  type SessionEvent,
  startImpersonation,
  startSession,
  takeOwnPlace,
} from './session.ts';

class MemoryStorage {
  readonly kept = new Map<string, string>();
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.kept.set(key, value);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}

const administrator = { id: 'a', photo: null } as unknown as Parameters<typeof startSession>[1];
const owner = { id: 'b', photo: null } as unknown as Parameters<typeof startSession>[1];

let events: SessionEvent[] = [];
onSessionEvent((event) => events.push(event));

beforeEach(() => {
  vi.stubGlobal('window', {
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    location: { search: '' },
    navigator: { languages: ['en'] },
  });
  startSession('own', administrator);
  events = [];
});

const refuse = (
  code: ApiError['code'],
  sent: string,
  endpoint: Parameters<typeof reportSession>[1] = getMe,
) => reportSession(new ApiError(code, ''), endpoint, sent);

it('keeps the administrator’s own session aside, also from one company to the next', () => {
  startImpersonation('first', owner);
  startImpersonation('second', owner);
  expect(findToken()).toBe('second');
  expect(isImpersonating()).toBe(true);
  returnToOwnAccount();
  expect(findToken()).toBe('own');
  expect(isImpersonating()).toBe(false);
  expect(events).toEqual(['actor_changed', 'actor_changed', 'returned']);
});

it('knows once where the administrator came from', () => {
  Object.assign(window.location, { pathname: '/user-setting/lectern_admin', search: '?page=2' });
  startImpersonation('first', owner);
  Object.assign(window.location, { pathname: '/home', search: '' });
  startImpersonation('second', owner);
  returnToOwnAccount();
  expect([takeOwnPlace(), takeOwnPlace()]).toEqual(['/user-setting/lectern_admin?page=2', null]);
});

it('returns to the own account when the time as a company is over, and never to the sign-in', () => {
  startImpersonation('first', owner);
  refuse('auth.session_expired', 'first');
  // Other calls were under way; their refusals come late.
  refuse('auth.session_expired', 'first');
  expect(findToken()).toBe('own');
  expect(events).toEqual(['actor_changed', 'impersonation_over']);
});

it('ends the session that was refused, and no other', () => {
  refuse('auth.session_expired', 'old');
  expect(isSignedIn()).toBe(true);
  refuse('auth.two_factor_required', 'own');
  expect(isSignedIn()).toBe(false);
  expect(events).toEqual(['two_factor_required']);
});

it('tells whom its company or account shuts out', () => {
  refuse('auth.company_disabled', 'own');
  expect(events).toEqual(['locked_out']);
});

it('goes on where another company, or another sign-in, was refused', () => {
  refuse('auth.two_factor_required', 'own', setActiveCompany);
  refuse('auth.company_disabled', 'own', setActiveCompany);
  refuse('auth.account_disabled', 'own', signIn);
  expect(isSignedIn()).toBe(true);
  expect(events).toEqual([]);
});

it('takes no credential from the address, and ends no session for one', () => {
  window.location.search = '?shared_id=ses_of_somebody_else';
  const { headers } = addressOf(getDocumentFile, { params: { documentId: 'd' } });
  expect(headers.authorization).toBe('Bearer own');
  refuse('auth.session_expired', 'ses_of_somebody_else');
  expect(isSignedIn()).toBe(true);
  expect(events).toEqual([]);
});
