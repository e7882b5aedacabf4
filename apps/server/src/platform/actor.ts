import type { ApiScope, Language, Level } from '@lectern/contract';

/** Who acts: an account in exactly one active company, and the way it came in. */
export type Actor = {
  accountId: string;
  companyId: string;
  level: Level;
  via: 'session' | 'api_token' | 'widget';
  /** Null for an API token and a visitor. */
  sessionId: string | null;
  /** With `single_sign_on` the company's provider vouched: nothing beyond that company is in reach. */
  signedInWith: 'password' | 'single_sign_on';
  apiToken?: { id: string; scopes: ApiScope[] };
  /** A visitor of a website, for whom the owner of the widget's assistant stands in: it may talk to that one assistant. */
  visitor?: { id: string; widgetId: string; assistantId: string };
  /** The administrator's account that acts as this company, if one does. */
  impersonatedBy?: string;
  mustChangePassword: boolean;
  language: Language;
};

/** What limits of a person count: a visitor must not use up those of the person who stands in for it. */
export function callerOf({ accountId, visitor }: Pick<Actor, 'accountId' | 'visitor'>): string {
  return visitor?.id ?? accountId;
}

/**
 * Whose hand it is: what a person keeps to itself, such as conversations, its tokens, an impersonator and the visitors
 * of its widgets do not see.
 */
export function originOf(actor: Pick<Actor, 'apiToken' | 'impersonatedBy' | 'visitor'>): string {
  if (actor.visitor) return `visitor:${actor.visitor.id}`;
  if (actor.impersonatedBy) return `impersonation:${actor.impersonatedBy}`;
  return actor.apiToken ? `token:${actor.apiToken.id}` : 'app';
}

/** The way in that an origin tells of; an impersonator comes in through the app. */
export function sourceOfOrigin(origin: string): 'app' | 'api' | 'widget' {
  if (origin.startsWith('visitor:')) return 'widget';
  return origin.startsWith('token:') ? 'api' : 'app';
}
