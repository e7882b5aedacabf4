// @vitest-environment happy-dom
import type { Language, Me } from '@lectern/contract';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { storeForTab } from '../../../api/session.ts';
import { changeLanguage, getLanguage, resetLanguage, startLanguages } from '../../../locales/i18n.ts';
import { AppProviders } from '../../../testing/render-app.tsx';
import { useStartSession } from './use-start-session.ts';

beforeAll(startLanguages);
afterEach(cleanup);

async function signIn(language: Language) {
  const { result } = renderHook(() => useStartSession(), { wrapper: AppProviders });
  await result.current({ token: 't', me: { language, colorScheme: 'auto' } as Me });
}

it('speaks the language of each person who signs in on a shared browser', async () => {
  await signIn('fr');
  expect(getLanguage()).toBe('fr');
  await signIn('zh');
  expect(getLanguage()).toBe('zh');
});

it('goes back to the language of the browser after the sign-out', async () => {
  await signIn('fr');
  await resetLanguage();
  expect(getLanguage()).toBe('en');
  expect(localStorage.getItem('lng')).toBeNull();
});

it('keeps what was chosen at this sign-in, and only for this one', async () => {
  await changeLanguage('zh');
  storeForTab('languageChosen', 'yes');
  await signIn('fr');
  expect(getLanguage()).toBe('zh');
  await signIn('fr');
  expect(getLanguage()).toBe('fr');
});
