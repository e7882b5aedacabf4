import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { KnowledgeBaseRow } from './knowledge-base.table.ts';

function ownsOrRunsCompany(actor: Actor, base: KnowledgeBaseRow): boolean {
  return base.ownerId === actor.accountId || actor.level >= levels.COMPANY;
}

/** The team works in a shared knowledge base, but only its owner and company owners delete it. */
export const knowledgeBasePolicy = definePolicy<KnowledgeBaseRow>({
  notFound: 'knowledge_base.not_found',
  forbidden: 'knowledge_base.forbidden',
})
  .allow(
    ['read', 'update'],
    (actor, base) =>
      ownsOrRunsCompany(actor, base) || (base.permission === 'team' && actor.level >= levels.ELEVATED_USER),
  )
  .allow('delete', ownsOrRunsCompany);
