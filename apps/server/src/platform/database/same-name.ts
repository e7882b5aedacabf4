import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** As people read a name: whatever the case, the width of letters and the number of spaces. */
const asRead = (name: SQLWrapper | string) =>
  sql`lower(regexp_replace(normalize(${name}, nfkc), '\\s+', ' ', 'g'))`;

/** Whether a name would be taken for the one in the column. */
export function isSameName(column: SQLWrapper, name: string): SQL<boolean> {
  return sql<boolean>`${asRead(column)} = ${asRead(name)}`;
}
