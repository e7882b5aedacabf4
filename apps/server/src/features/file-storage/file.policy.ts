import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';

/** Company owners manage the company's files and folders. */
export const filePolicy = definePolicy<{ companyId: string }>({ notFound: 'file.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor) => actor.level >= levels.COMPANY,
);

export const folderPolicy = definePolicy<{ companyId: string }>({ notFound: 'folder.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor) => actor.level >= levels.COMPANY,
);
