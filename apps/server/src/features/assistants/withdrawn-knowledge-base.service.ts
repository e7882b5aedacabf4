import type { Language } from '@lectern/contract';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAccount } from '../accounts/account.queries.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { queueMail } from '../mails/mail.service.ts';
import { withdrawKnowledgeBase } from './assistant.queries.ts';

/** Takes a knowledge base that was made private from other people's assistants, and tells each of their owners which. */
export async function withdrawFromAssistants(
  platform: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
): Promise<void> {
  const byOwner = Map.groupBy(await withdrawKnowledgeBase(tx, base), ({ ownerId }) => ownerId);
  for (const [ownerId, assistants] of byOwner) {
    const owner = await getAccount(tx, ownerId);
    await queueMail(platform, tx, {
      to: owner.email,
      kind: 'knowledge_base_withdrawn',
      language: owner.language as Language,
      values: { knowledgeBase: base.name, assistants: assistants.map(({ name }) => name) },
    });
  }
}
