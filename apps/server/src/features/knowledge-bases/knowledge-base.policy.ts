import { type ErrorCode, levels } from '@lectern/contract';
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
      // Visitors of websites see what their assistant cites, and no knowledge base.
      !actor.visitor &&
      (ownsOrRunsCompany(actor, base) || (base.permission === 'team' && actor.level >= levels.ELEVATED_USER)),
  )
  .allow('delete', ownsOrRunsCompany);

/** A row that belongs to a knowledge base, with that knowledge base. */
export type InKnowledgeBase<Row> = Row & { knowledgeBase: KnowledgeBaseRow };

/** The policy of what belongs to a knowledge base: whoever may change the knowledge base may change and delete its parts. */
export function definePartPolicy<Row>(notFound: ErrorCode) {
  return definePolicy<InKnowledgeBase<Row>>({ notFound, forbidden: 'knowledge_base.forbidden' })
    .allow('read', (actor, { knowledgeBase }) => knowledgeBasePolicy.rules.read(actor, knowledgeBase))
    .allow(['update', 'delete'], (actor, { knowledgeBase }) =>
      knowledgeBasePolicy.rules.update(actor, knowledgeBase),
    );
}
