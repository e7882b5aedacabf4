import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Policy } from '../../platform/authorized.ts';
import type { KnowledgeBaseRow } from './knowledge-base.table.ts';

/** The owner, the team where the base is shared with it, and whoever runs the company. */
function mayManage(actor: Actor, base: KnowledgeBaseRow): boolean {
  return (
    base.ownerId === actor.accountId ||
    actor.level >= levels.COMPANY ||
    (base.permission === 'team' && actor.level >= levels.ELEVATED_USER)
  );
}

export const knowledgeBasePolicy: Policy<KnowledgeBaseRow> = {
  notFound: 'knowledge_base.not_found',
  forbidden: 'knowledge_base.forbidden',
  rules: {
    read: mayManage,
    update: mayManage,
    // A team member works in a shared base, but does not take it from the others.
    delete: (actor, base) => base.ownerId === actor.accountId || actor.level >= levels.COMPANY,
  },
};
