import { sql } from 'drizzle-orm';
import { customType, pgPolicy, timestamp, uuid } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Compared by bytes whatever the collation of the database: dates sort, and an index serves every range. */
export const plainText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
});

export const primaryId = () => uuid('id').primaryKey();
export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow();

// As selects of their own they are worked out once for a statement; written plainly, once for each row it reads.
/** True inside `acrossCompanies`. */
const across = sql`(select current_setting('lectern.across_companies', true) = 'on')`;
const company = sql`(select nullif(current_setting('lectern.company_id', true), '')::uuid)`;

/** The one snippet that makes a table company-owned: every such table lists it, and a test counts them. */
export function ofCompany(column = 'company_id') {
  const own = sql`(${sql.identifier(column)} = ${company} or ${across})`;
  return pgPolicy('of_company', { as: 'permissive', for: 'all', to: 'public', using: own, withCheck: own });
}

/** Readable by every company where the column is null; written by the platform alone in that case. */
export function ofCompanyOrPlatform() {
  const own = sql`(company_id = ${company} or ${across})`;
  return [
    pgPolicy('of_company', { as: 'permissive', for: 'all', to: 'public', using: own, withCheck: own }),
    pgPolicy('of_platform', {
      as: 'permissive',
      for: 'select',
      to: 'public',
      using: sql`(company_id is null)`,
    }),
  ];
}
