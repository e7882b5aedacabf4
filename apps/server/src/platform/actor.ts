import type { ApiScope, Language, Level } from '@lectern/contract';

/** Who acts: an account in exactly one active company, and the way it came in. */
export type Actor = {
  accountId: string;
  companyId: string;
  level: Level;
  via: 'session' | 'api_token';
  /** Null for an API token. */
  sessionId: string | null;
  /** With `single_sign_on` the company's provider vouched: nothing beyond that company is in reach. */
  signedInWith: 'password' | 'single_sign_on';
  apiToken?: { id: string; scopes: ApiScope[] };
  /** The administrator's account that acts as this company, if one does. */
  impersonatedBy?: string;
  mustChangePassword: boolean;
  language: Language;
};

/** Whose hand it is: what a person keeps to itself, such as conversations, its tokens and an impersonator do not see. */
export function originOf(actor: Pick<Actor, 'apiToken' | 'impersonatedBy'>): string {
  if (actor.impersonatedBy) return `impersonation:${actor.impersonatedBy}`;
  return actor.apiToken ? `token:${actor.apiToken.id}` : 'app';
}
