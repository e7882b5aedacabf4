import { createSandbox, SandboxError } from '@lectern/adapters';
import type { AskModel } from '@lectern/answering';
import { type Json, retrievalSettings } from '@lectern/contract';
import { type FlowServices, StepError, type StepUsage } from '@lectern/flow';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import { callMcpTool, openMcpTools } from '../../mcp-connections/mcp-tools.service.ts';
import { complete, openWriter } from '../../models/complete.service.ts';
import { searchBases } from '../../retrieval/retrieval.service.ts';
import { sourceOf } from '../../usage/usage.service.ts';
import { readCredential } from '../credentials/flow-credential.service.ts';
import type { Acting } from './acting.ts';
import { askAssistant } from './ask-assistant.ts';
import { askTables } from './ask-tables.ts';
import { loadPublishedFlow } from './called-flows.ts';
import { converse } from './converse.ts';
import { mayConsent } from './may-consent.ts';
import { querySql } from './query-sql.ts';
import { sendFlowMail } from './send-mail.ts';
import { createStepLedger } from './step-ledger.ts';
import { writeText } from './write-text.ts';

const sandbox = createSandbox();

const runCode: FlowServices['runCode'] = async ({ timeoutSeconds, ...task }) => {
  try {
    return (await sandbox.run({ ...task, timeMs: timeoutSeconds * 1_000 })) as Json;
  } catch (error) {
    if (error instanceof SandboxError)
      throw new StepError('flow.code_failed', cleanText(error.message), { isFinal: true, cause: error });
    throw error;
  }
};

/** What the components of a flow may reach, with every call checked and booked. */
export function createFlowServices(platform: Platform, acting: Acting, usage: StepUsage): FlowServices {
  const { actor, owner, run, signal } = acting;
  const { database } = platform;
  const ledger = createStepLedger(platform, acting, usage);

  const ask =
    (modelId: string | null): AskModel =>
    async (request) => {
      const opened = await database.withActor(actor, (tx) => openWriter(platform, tx, modelId));
      if (!opened) return undefined;
      const begin = performance.now();
      const { text, usage: used } = await complete(opened.model, { ...request, signal });
      await ledger.book(opened, used, begin);
      return cleanText(text);
    };

  const retrieve: FlowServices['retrieve'] = async ({ knowledgeBaseIds, question, settings }) => {
    const bases = await database.withActor(owner, async (tx) => {
      const found = [];
      for (const id of knowledgeBaseIds) found.push(await loadKnowledgeBase(tx, owner, 'read', id));
      return found;
    });
    const { hits, operations } = await searchBases(platform, actor, {
      question,
      bases,
      settings: retrievalSettings.parse(settings),
      source: sourceOf(actor),
      ...(run.assistantId === null ? {} : { assistantId: run.assistantId }),
      flowId: run.flowId,
      operation: ledger.nameOperation(),
      signal,
    });
    await ledger.count(operations);
    return hits;
  };

  return {
    ask,
    write: (request) => writeText(platform, acting, ledger, request),
    converse: (request) => converse(platform, acting, ledger, request),
    retrieve,
    loadFlow: (request) => database.withActor(owner, (tx) => loadPublishedFlow(tx, owner, request)),
    askAssistant: (request) => askAssistant(platform, acting, ledger, request),
    fetch: async (url, init) => {
      const { body, ...rest } = init;
      const response = await platform.companyOutbound.fetch(url, {
        ...rest,
        ...(body === undefined ? {} : { body }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    readSecret: (request) => readCredential(platform, owner, request),
    listMcpTools: ({ toolIds }) => database.withActor(owner, (tx) => openMcpTools(tx, toolIds)),
    callMcpTool: (request) => callMcpTool(platform, owner.companyId, request),
    mayConsent: () => mayConsent(platform, acting),
    askTables: (request) => askTables(platform, acting, ledger, request),
    querySql: (request) => querySql(platform, acting, request),
    sendMail: (request) => sendFlowMail(platform, acting, request),
    runCode,
  };
}
