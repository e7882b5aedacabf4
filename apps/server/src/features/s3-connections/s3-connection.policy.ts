import { hasPermission } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { S3ConnectionRow, S3ImportRow } from './s3-connection.table.ts';

const managesFiles = (actor: Actor) => hasPermission(actor.level, 'File');

/** Connections and imports belong to the company: whoever manages files manages them. */
export const s3ConnectionPolicy = definePolicy<S3ConnectionRow>({
  notFound: 's3.connection_not_found',
}).allow(['read', 'update', 'delete'], managesFiles);

export const s3ImportPolicy = definePolicy<S3ImportRow>({ notFound: 's3.import_not_found' }).allow(
  ['read', 'update'],
  managesFiles,
);
