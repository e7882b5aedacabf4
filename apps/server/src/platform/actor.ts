import type { Language, Level } from '@lectern/contract';

/** Who acts: an account in exactly one active company, and the way it came in. */
export type Actor = {
  accountId: string;
  companyId: string;
  level: Level;
  via: 'session';
  sessionId: string;
  /** The administrator who acts as this company, if one does. */
  impersonatedBy?: string;
  mustChangePassword: boolean;
  language: Language;
};
