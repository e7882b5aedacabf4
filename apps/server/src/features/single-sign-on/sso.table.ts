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
    /** Encrypted with the installation's key; write-only. */
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

/** The account of each subject at a provider. */
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

/** The claims of a provider about a person, reduced to what sign-in needs. */
export type SsoClaims = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null if the provider does not say. */
  emailVerified: boolean | null;
  /** Possible usernames, the best first. */
  names: string[];
  /** The values of the claim for levels. */
  groups: string[];
};

/** A sign-in in progress at a provider. Its secrets are stored as hashes, except those that only the server uses. */
export const ssoAttempts = pgTable(
  'sso_attempts',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Null once used. */
    stateHash: text('state_hash').unique(),
    /** Of the secret in the browser that started; without it the ticket is useless. */
    verifierHash: text('verifier_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    ticketHash: text('ticket_hash').unique(),
    /** The provider's claims, until the ticket is used. */
    claims: jsonb('claims').$type<SsoClaims>(),
    /** The page to open after sign-in, inside the product. */
    next: text('next'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sso_attempts_expires').on(table.expiresAt), ofCompany()],
);
