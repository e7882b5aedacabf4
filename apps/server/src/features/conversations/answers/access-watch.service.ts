import { AppError } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Database, SystemTx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createPolledSet } from '../../../platform/polled-set.ts';
import { recheckApiTokens } from '../../api-tokens/api-token.service.ts';
import { assistantPolicy } from '../../assistants/assistant.policy.ts';
import {
  listAssistantsWithMembers,
  listKnowledgeBasesOf,
  listSearchableKnowledgeBases,
} from '../../assistants/assistant.queries.ts';
import { knowledgeBasePolicy } from '../../knowledge-bases/knowledge-base.policy.ts';
import { listActiveKnowledgeBases } from '../../knowledge-bases/knowledge-base.queries.ts';
import { recheckSessions } from '../../sign-in/own-session.service.ts';
import { visitorPort } from '../visitors/visitor-port.ts';

/** Something that goes on while it is allowed: an answer being written, or a stream that sends one. */
export type Watched = {
  actor: Actor;
  /** Null for what asks knowledge bases themselves. */
  assistantId: string | null;
  /** The knowledge bases that it was begun with. */
  baseIds: readonly string[];
  end: (reason: AppError) => void;
};

const checkEveryMs = 2_000;

/**
 * Ends what was begun with a session, token, account, membership, company or right that is gone. One check for all
 * that this process has under way, however many they are.
 */
export function createAccessWatch({ database, log }: Platform, everyMs = checkEveryMs) {
  async function check(all: Watched[]): Promise<void> {
    const reasons = await database.asSystem('answers of every company are checked together', (tx) =>
      findReasonsToEnd(tx, all),
    );
    for (const entry of all) {
      const reason = reasons.get(entry) ?? (await findReasonToEndSearch(database, entry));
      if (reason) entry.end(reason);
    }
  }

  const { add } = createPolledSet<Watched>(everyMs, check, (error) =>
    log.warn({ event: 'access.check_failed', reason: String(error) }),
  );
  /** `add` returns what ends the watch. */
  return { add };
}

export type AccessWatch = ReturnType<typeof createAccessWatch>;

async function findReasonsToEnd(tx: SystemTx, all: Watched[]): Promise<Map<Watched, AppError>> {
  const unique = (ids: (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => id !== null && id !== undefined)),
  ];
  const sessions = await recheckSessions(tx, unique(all.map(({ actor }) => actor.sessionId)));
  const tokens = await recheckApiTokens(tx, unique(all.map(({ actor }) => actor.apiToken?.id)));
  const visitors = await visitorPort.get().recheck(tx, unique(all.map(({ actor }) => actor.visitor?.id)));
  const assistantIds = unique(all.map(({ assistantId }) => assistantId));
  const assistants = new Map(
    (await listAssistantsWithMembers(tx, assistantIds)).map((assistant) => [assistant.id, assistant]),
  );
  // The general assistant has whatever its owner may open.
  const ofGeneral = all.filter(({ assistantId }) => assistants.get(assistantId ?? '')?.isGeneral);
  const openable = new Map(
    (await listActiveKnowledgeBases(tx, unique(ofGeneral.flatMap(({ baseIds }) => baseIds)))).map((base) => [
      base.id,
      base,
    ]),
  );
  const bases = Map.groupBy(await listKnowledgeBasesOf(tx, assistantIds), ({ assistantId }) => assistantId);

  function findReason({ actor, assistantId, baseIds }: Watched): AppError | undefined {
    const { sessionId, apiToken, visitor } = actor;
    const now = visitor
      ? visitors.get(visitor.id)
      : sessionId !== null
        ? sessions.get(sessionId)
        : tokens.get(apiToken?.id ?? '');
    if (!now || now.companyId !== actor.companyId || now.mustChangePassword)
      return new AppError('auth.session_expired');
    if (assistantId === null) return undefined;
    const assistant = assistants.get(assistantId);
    const current = { ...now, language: actor.language };
    const mayRead =
      assistant &&
      assistantPolicy.rules.read(current, {
        ...assistant,
        actorIsChosen: assistant.memberIds.includes(actor.accountId),
      });
    if (!mayRead) return new AppError('assistant.not_found');
    const usable = bases.get(assistantId)?.map(({ base }) => base.id) ?? [];
    const mayUse = (id: string) => {
      const base = openable.get(id);
      return assistant.isGeneral
        ? base !== undefined && knowledgeBasePolicy.rules.read(current, base)
        : usable.includes(id);
    };
    return baseIds.every(mayUse) ? undefined : new AppError('knowledge_base.not_found');
  }

  return new Map(
    all.flatMap((entry): [Watched, AppError][] => {
      const reason = findReason(entry);
      return reason ? [[entry, reason]] : [];
    }),
  );
}

/** A search goes on while all that it was begun with may be searched; the database knows, as it did at the beginning. */
async function findReasonToEndSearch(
  database: Database,
  { actor, assistantId, baseIds }: Watched,
): Promise<AppError | undefined> {
  if (assistantId !== null || baseIds.length === 0) return undefined;
  const open = await database.withActor(actor, (tx) =>
    listSearchableKnowledgeBases(tx, actor, { ids: [...baseIds], limit: baseIds.length }),
  );
  return open.length < baseIds.length ? new AppError('knowledge_base.not_found') : undefined;
}
