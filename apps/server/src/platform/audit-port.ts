import type { AuditChange } from '@lectern/contract';
import type { Actor } from './actor.ts';
import type { Database, SystemTx } from './database/database.ts';
import { definePort } from './hooks.ts';

export type AuditBeginning = {
  actor: Actor;
  action: string;
  /** An administrator's call: the company that it happens to act in is not shown the entry. */
  ofPlatform: boolean;
  fields: string[];
  address: string;
};

export type AuditEnding = {
  status: number;
  errorCode?: string;
  /** What the call was about, and the company where it was not the actor's own. */
  about: [subject: string, company?: { id: string; name: string }] | undefined;
  /** Old and new values of settings; none where the call failed. */
  changes: AuditChange[];
};

/** Writes the entry before the call runs; what it returns adds how the call ended. */
export type BeginAudit = (
  database: Database,
  beginning: AuditBeginning,
) => Promise<(ending: AuditEnding) => Promise<void>>;

/** The audit log, implemented by the feature that keeps it. */
export const auditPort = definePort<BeginAudit>('audit log');

/** An attempt to sign in that was refused. Whom it was about is unknown where no account has that login. */
export type RefusedSignIn = {
  action: string;
  account: { id: string | null; name: string } | undefined;
  company: { id: string; name: string } | undefined;
  status: number;
  errorCode: string;
  address: string;
};

export const refusedSignInPort =
  definePort<(tx: SystemTx, refusal: RefusedSignIn) => Promise<void>>('log of refused sign-ins');
