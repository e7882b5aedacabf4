import { type Language, languages, type Me, matchLanguage } from '@lectern/contract';

const keys = {
  authorization: 'authorization',
  token: 'token',
  userInfo: 'userInfo',
  language: 'lng',
  /** Makes this browser known at the next sign-in; it opens nothing. */
  device: 'device',
  /** The administrator's own session, kept aside while acting as a company. */
  ownAuthorization: 'ownAuthorization',
  /** Where the administrator was at that time. */
  ownPlace: 'ownPlace',
} as const;

/** Storage can be refused (private windows, policies): the page then works until it is closed. */
const memory = new Map<string, string>();

type Area = 'localStorage' | 'sessionStorage';

function read(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string | null, area: Area = 'localStorage'): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Kept in memory above.
  }
}

/** What only this tab needs, across a reload: a step of the sign-in, the way back from a provider, a notice. */
type TabKey = 'notice' | 'challenge' | 'singleSignOn' | 'languageChosen';

export function readFromTab(key: TabKey): string | null {
  return read(key, 'sessionStorage');
}

export function storeForTab(key: TabKey, value: string | null): void {
  write(key, value, 'sessionStorage');
}

/** What calls are made with on a page for visitors; never stored with a person's session. */
let visitorToken: string | null = null;

let onVisitEnded = () => {};

/**
 * From here on calls are those of a visitor of a website; null: of the person signed in again, if there is one. `ended`
 * is called when the server no longer knows the visitor.
 */
export function actAsVisitor(token: string | null, ended = () => {}): void {
  visitorToken = token;
  onVisitEnded = ended;
}

export function announceVisitEnded(): void {
  onVisitEnded();
}

export function isVisitor(): boolean {
  return visitorToken !== null;
}

/**
 * What calls are made with. Nothing in the address counts here: a link could otherwise put somebody else's session in
 * place of the stored one, or end it.
 */
export function findToken(): string | null {
  return visitorToken ?? read(keys.authorization)?.replace(/^Bearer /, '') ?? null;
}

export function isSignedIn(): boolean {
  return read(keys.authorization) !== null;
}

export function readDeviceToken(): string | undefined {
  return read(keys.device) ?? undefined;
}

export function storeDeviceToken(token: string): void {
  write(keys.device, token);
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
  const { authorization, token, userInfo, ownAuthorization, ownPlace } = keys;
  for (const key of [authorization, token, userInfo, ownAuthorization, ownPlace]) write(key, null);
}

export function isImpersonating(): boolean {
  return read(keys.ownAuthorization) !== null;
}

/** From here on every call is the company's; the page reloads at its home. */
export function startImpersonation(token: string, me: Me): void {
  // An administrator who already acts as one company keeps the same way back from the next.
  if (!isImpersonating()) write(keys.ownPlace, window.location.pathname + window.location.search);
  write(keys.ownAuthorization, read(keys.ownAuthorization) ?? read(keys.authorization));
  startSession(token, me);
  announceSessionEvent('actor_changed');
}

/** Back to the administrator's own session; `over`: not by choice, so that the page will say why. */
export function returnToOwnAccount(reason: 'chosen' | 'over' = 'chosen'): void {
  const own = read(keys.ownAuthorization);
  if (own === null) return;
  write(keys.ownAuthorization, null);
  write(keys.authorization, own);
  write(keys.token, own.replace(/^Bearer /, ''));
  write(keys.userInfo, null);
  announceSessionEvent(reason === 'over' ? 'impersonation_over' : 'returned');
}

/** Where the administrator began to act as a company; known once. */
export function takeOwnPlace(): string | null {
  const place = read(keys.ownPlace);
  write(keys.ownPlace, null);
  return place;
}

/** Of a page whose language is not the person's to choose, such as a widget on somebody's site. */
let languageOfPage: Language | null = null;

export function setLanguageOfPage(language: Language | null): void {
  languageOfPage = language;
}

export function getStoredLanguage(): Language {
  if (languageOfPage) return languageOfPage;
  const stored = read(keys.language);
  const known = languages.find((language) => language === stored);
  return known ?? matchLanguage(window.navigator.languages.join(','));
}

export function storeLanguage(language: Language): void {
  write(keys.language, language);
}

/** On a shared device the next person must not get the last one's language. */
export function forgetLanguage(): void {
  write(keys.language, null);
}

export type SessionEvent =
  | 'ended'
  | 'two_factor_required'
  /** The account, or the company it acts in, was disabled. */
  | 'locked_out'
  | 'password_change_required'
  /** Another company, or another person, from here on. */
  | 'actor_changed'
  /** An administrator is back from acting as a company, by choice or because the time was over. */
  | 'returned'
  | 'impersonation_over'
  /** Another tab signed in, out, or as a company: what this one shows is no longer whose calls it makes. */
  | 'changed_elsewhere';
const listeners = new Set<(event: SessionEvent) => void>();

/** The shell listens and leads to the right screen; calls themselves know nothing of screens. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceSessionEvent(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
}

function companyIn(userInfo: string | null): unknown {
  try {
    return (JSON.parse(userInfo ?? 'null') as Me | null)?.company.id;
  } catch {
    return undefined;
  }
}

/** Tells of a session that began, ended or changed its company in another tab; this one has the same storage. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const switched =
      key === keys.userInfo &&
      oldValue !== null &&
      newValue !== null &&
      companyIn(oldValue) !== companyIn(newValue);
    // Without a key all of the storage was emptied.
    if (key !== null && key !== keys.authorization && !switched) return;
    memory.clear();
    announceSessionEvent('changed_elsewhere');
  });
}
