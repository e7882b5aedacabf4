import type { Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';

/** Documents of one company whose parse ended; those of a failed one say why. */
export const onParseEnded =
  defineHook<[tx: Tx, ended: { companyId: string; documentIds: string[]; outcome: 'parsed' | 'failed' }]>(
    'parse ended',
  );
