import { type ApiScope, AppError, hasPermission, type Model } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';
import { listAssistantRows } from '../../assistants/assistant.queries.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { listFlowRows } from '../../flows/flow.queries.ts';
import { loadFlow } from '../../flows/flow.service.ts';
import type { FlowRow } from '../../flows/flow.table.ts';
import { isBuiltInModel } from '../../models/complete.service.ts';
import { listUsableModels } from '../../models/model.service.ts';
import { readId, writeId } from '../openai-ids.ts';

/** What a request may name as its model. */
export type Target =
  | { kind: 'assistant'; id: string; name: string; createdAt: Date; row: AssistantRow }
  | { kind: 'flow'; id: string; name: string; createdAt: Date; row: FlowRow }
  | { kind: 'chat'; id: string; name: string; createdAt: Date | null; row: Model }
  | { kind: 'embedding'; id: string; name: string; createdAt: Date | null; row: Model };

/** More than any company has; beyond them a name is no longer looked for, an id always is. */
const mostListed = 1_000;

/** What comes with the product keeps its name, which is its id. */
const idOfModel = ({ id, builtIn }: Model) => (builtIn ? id : writeId('model-', id));

const asAssistant = (row: AssistantRow): Target => ({
  kind: 'assistant',
  id: writeId('assistant-', row.id),
  name: row.name,
  createdAt: row.createdAt,
  row,
});

const asFlow = (row: FlowRow): Target => ({
  kind: 'flow',
  id: writeId('flow-', row.id),
  name: row.name,
  createdAt: row.createdAt,
  row,
});

const mayUse = ({ apiToken }: Actor, scope: ApiScope) => apiToken?.scopes.includes(scope) === true;

/** Flows are for those who run the company, by a token that may start them. */
const mayRunFlows = (actor: Actor) => hasPermission(actor.level, 'Flow') && mayUse(actor, 'flows.write');

/** All that the actor may name: assistants, published flows, and the models of those who may build an assistant. */
export async function listTargets(tx: Tx, actor: Actor): Promise<Target[]> {
  const all = { page: 1, pageSize: mostListed };
  const assistants = (await listAssistantRows(tx, actor, all)).rows.map(asAssistant);
  const flows = mayRunFlows(actor)
    ? (await listFlowRows(tx, all)).rows.filter(({ publishedVersion }) => publishedVersion !== null)
    : [];
  return [...assistants, ...flows.map(asFlow), ...(await listBareModels(tx, actor))];
}

async function listBareModels(tx: Tx, actor: Actor): Promise<Target[]> {
  if (!hasPermission(actor.level, 'CreateChat')) return [];
  return (await listUsableModels(tx)).flatMap((row): Target[] => {
    // What comes with the product writes from passages alone.
    const isUsable = row.type === 'embedding' || (row.type === 'chat' && !isBuiltInModel(row.id));
    if (!isUsable) return [];
    const createdAt = row.createdAt === null ? null : new Date(row.createdAt);
    return [{ kind: row.type as 'chat' | 'embedding', id: idOfModel(row), name: row.name, createdAt, row }];
  });
}

const notFound = (name: string) =>
  new ForeignRefusal('model.not_found', `The model '${name}' does not exist or you may not use it.`, {
    param: 'model',
    reason: 'model_not_found',
  });

/** What is named: by an id, with or without its prefix, or by a name that only one has. */
export async function findTarget(tx: Tx, actor: Actor, name: string): Promise<Target> {
  const wanted = name.trim();
  const found = await findById(tx, actor, wanted);
  if (found) return found;
  const folded = wanted.toLowerCase();
  const named = (await listTargets(tx, actor)).filter(
    (target) => target.id === wanted || target.name.toLowerCase() === folded,
  );
  const exact = named.filter((target) => target.id === wanted || target.name === wanted);
  const [only, ...others] = exact.length > 0 ? exact : named;
  if (!only) throw notFound(name);
  if (others.length > 0) {
    const ids = [only, ...others].map(({ id }) => id).join(', ');
    throw new ForeignRefusal(
      'request.bad',
      `Several models are called '${name}'. Name one by its id: ${ids}.`,
      {
        param: 'model',
        reason: 'model_ambiguous',
      },
    );
  }
  return only;
}

async function findById(tx: Tx, actor: Actor, name: string): Promise<Target | undefined> {
  const assistantId = readId('assistant-', name);
  const assistant = assistantId && (await orNothing(loadAssistant(tx, actor, 'read', assistantId)));
  if (assistant) return asAssistant(assistant);
  const flowId = readId('flow-', name);
  const flow =
    flowId && mayRunFlows(actor) ? await orNothing(loadFlow(tx, actor, 'read', flowId)) : undefined;
  if (flow && flow.publishedVersion !== null) return asFlow(flow);
  const modelId = readId('model-', name);
  return modelId === undefined
    ? undefined
    : (await listBareModels(tx, actor)).find(({ row }) => row.id === modelId);
}

/** What is not there, and what may not be used, are the same to whoever asks for a model. */
async function orNothing<Row>(loading: Promise<Row>): Promise<Row | undefined> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}
