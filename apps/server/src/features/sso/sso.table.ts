import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companies, companyReference } from '../companies/company.table.ts';

/** A company's OpenID Connect provider. */
export const ssoProviders = pgTable(
  'sso_providers',
  {
    companyId: uuid('company_id')
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    signInName: text('sign_in_name').notNull().unique(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Sealed with the installation's key; write-only. */
    sealedSecret: text('sealed_secret'),
    secretEnding: text('secret_ending'),
    scopes: text('scopes').array().notNull(),
    levelClaim: text('level_claim'),
    levels: jsonb('levels').$type<{ value: string; level: number }[]>().notNull(),
    defaultLevel: integer('default_level'),
    enabled: boolean('enabled').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [ofCompany()],
);

export type SsoProviderRow = typeof ssoProviders.$inferSelect;

/** Which account a provider's subject is. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    companyId: companyReference(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.issuer, table.subject] }), ofCompany()],
);

/** What a provider said of a person, cut down to what signing in needs. */
export type Vouched = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null where the provider does not say. */
  emailVerified: boolean | null;
  /** How the person may be called, the best name first. */
  names: string[];
  /** What the claim for levels holds. */
  groups: string[];
};

/** A sign-in under way at a provider. Every secret of it is a hash, but for those that only the server may use. */
export const ssoAttempts = pgTable(
  'sso_attempts',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Null once the browser came back with it: it serves once. */
    stateHash: text('state_hash').unique(),
    /** Held by the browser that began; without it the ticket is worth nothing. */
    verifierHash: text('verifier_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    ticketHash: text('ticket_hash').unique(),
    /** What the provider said of the person, until the ticket is handed in. */
    claims: jsonb('claims').$type<Vouched>(),
    /** The page that the person wanted, inside the product. */
    next: text('next'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sso_attempts_expires').on(table.expiresAt), ofCompany()],
);
