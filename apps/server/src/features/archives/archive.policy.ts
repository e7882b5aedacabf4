import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { ArchiveTaskRow } from './archive.table.ts';

/** Exports and imports belong to the person who started them and to company owners. */
export const archivePolicy = definePolicy<ArchiveTaskRow>({ notFound: 'archive.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, task) => task.ownerId === actor.accountId || actor.level >= levels.COMPANY,
);
