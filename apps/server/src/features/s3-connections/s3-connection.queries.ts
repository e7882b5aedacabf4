import { eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type S3ConnectionRow, s3Connections } from './s3-connection.table.ts';

export async function insertConnection(
  tx: Tx,
  values: typeof s3Connections.$inferInsert,
): Promise<S3ConnectionRow> {
  const [row] = await tx.insert(s3Connections).values(values).returning();
  return row as S3ConnectionRow;
}

export async function updateConnectionRow(
  tx: Tx,
  { id }: Authorized<S3ConnectionRow, 'update'>,
  changes: Partial<S3ConnectionRow>,
): Promise<S3ConnectionRow | undefined> {
  const [row] = await tx.update(s3Connections).set(changes).where(eq(s3Connections.id, id)).returning();
  return row;
}

export async function deleteConnectionRow(
  tx: Tx,
  { id }: Authorized<S3ConnectionRow, 'delete'>,
): Promise<void> {
  await tx.delete(s3Connections).where(eq(s3Connections.id, id));
}
