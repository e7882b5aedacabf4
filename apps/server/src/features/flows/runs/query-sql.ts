import { CompanyDatabaseError, queryReadOnly } from '@lectern/adapters';
import { type FlowServices, StepError } from '@lectern/flow';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readConnection } from '../credentials/flow-credential.service.ts';
import type { Acting } from './acting.ts';

/** Asks a database of the company. It is reached by the rules of every request that a company makes. */
export async function querySql(
  platform: Platform,
  { owner }: Acting,
  { credentialId, timeoutSeconds, ...query }: Parameters<FlowServices['querySql']>[0],
): ReturnType<FlowServices['querySql']> {
  const url = await readConnection(platform, owner, credentialId);
  try {
    return await queryReadOnly({
      ...query,
      url,
      timeoutMs: timeoutSeconds * 1_000,
      allowedHosts: platform.config.companyOutboundAllowedHosts,
    });
  } catch (error) {
    if (!(error instanceof CompanyDatabaseError)) throw error;
    throw new StepError('flow.database_failed', cleanText(error.message), { cause: error });
  }
}
