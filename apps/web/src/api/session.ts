import { type Language, languages, type Me, matchLanguage } from '@lectern/contract';

const keys = {
  authorization: 'authorization',
  token: 'token',
  userInfo: 'userInfo',
  language: 'lng',
} as const;

/** Storage can be refused (private windows, policies): the page then works until it is closed. */
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Kept in memory above.
  }
}

/** The value of the Authorization header: a share link's `shared_id` first, else the stored session. */
export function findAuthorization(): string | null {
  const sharedId = new URLSearchParams(window.location.search).get('shared_id');
  return sharedId ? `Bearer ${sharedId}` : read(keys.authorization);
}

export function isSignedIn(): boolean {
  return read(keys.authorization) !== null;
}

export function startSession(token: string, me: Me): void {
  write(keys.authorization, `Bearer ${token}`);
  write(keys.token, token);
  rememberMe(me);
}

/** What the next page load may show before the server has answered; the photo would only fill the storage. */
export function rememberMe(me: Me): void {
  write(keys.userInfo, JSON.stringify({ ...me, photo: null }));
}

export function endSession(): void {
  write(keys.authorization, null);
  write(keys.token, null);
  write(keys.userInfo, null);
}

export function getStoredLanguage(): Language {
  const stored = read(keys.language);
  const known = languages.find((language) => language === stored);
  return known ?? matchLanguage(window.navigator.languages.join(','));
}

export function isLanguageChosen(): boolean {
  return read(keys.language) !== null;
}

export function storeLanguage(language: Language): void {
  write(keys.language, language);
}

type SessionEvent = 'ended' | 'password_change_required';
const listeners = new Set<(event: SessionEvent) => void>();

/** The shell listens and leads to the right screen; calls themselves know nothing of screens. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceSessionEvent(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
}
