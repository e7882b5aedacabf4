import { randomUUID } from 'node:crypto';
import { levels } from '@lectern/contract';
import { buildPdfFile } from '../files/build-file.ts';
import { type ApiClient, createApiClient } from '../server/api-client.ts';
import { buildAssistant, buildConversation, buildDocument, buildKnowledgeBase } from '../server/build.ts';
import type { TestServer } from '../server/test-server.ts';
import { addMcpServer, addWebhook } from './build-integration-ids.ts';
import { type IdName, type Ids, newEmail, newName } from './example-call.ts';
import { newAccount, providerModel } from './example-calls.ts';
import { addWidget } from './visitors.ts';

/** A company's person who runs it, and the ids of its models. */
export type Company = { owner: ApiClient; models: Record<string, string> };

/** The same person in another session. */
export async function signInAgain(server: TestServer, client: ApiClient): Promise<ApiClient> {
  const { email } = (await client.call('GET', '/me')).body;
  const { body } = await server.anonymous.call('POST', '/sessions', {
    login: email,
    password: 'correct horse battery',
  });
  return createApiClient(server.url, body.token);
}

/** Models of a company, at an address where nothing listens. */
export async function addCompanyModels(
  server: TestServer,
  owner: ApiClient,
): Promise<Record<string, string>> {
  const { company } = (await owner.call('GET', '/me')).body;
  const ids: Record<string, string> = {};
  for (const type of ['chat', 'embedding', 'rerank']) {
    const [row] = await server.query(
      `insert into models (id, company_id, provider_id, model_name, name, type, base_url)
       values (gen_random_uuid(), $1, 'openai-compatible', 'm', $2, $3, 'http://127.0.0.1:1/v1') returning id`,
      [company.id, newName(), type],
    );
    ids[`${type}ModelId`] = row?.id as string;
  }
  return ids;
}

async function invite(server: TestServer, owner: ApiClient, email: string): Promise<{ id: string }> {
  const { id } = (await owner.call('GET', '/me')).body;
  // Whoever signs up does not run its company by default; an invitation takes one who does.
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  return (await owner.call('POST', '/company/invitations', { email })).body;
}

async function listSessionsOf(person: ApiClient): Promise<{ id: string }[]> {
  return (await person.call('GET', '/me/sessions')).body.items;
}

/** An import that has ended, so that nothing visits the network. */
async function addWebsiteImport(
  server: TestServer,
  knowledgeBaseId: string,
  accountId: string,
): Promise<string> {
  const [row] = await server.query(
    `insert into website_imports (id, company_id, knowledge_base_id, owner_id, url, settings, state)
     select gen_random_uuid(), company_id, id, $2, 'https://website.example/', '{"mode":"single"}', 'finished'
     from knowledge_bases where id = $1 returning id`,
    [knowledgeBaseId, accountId],
  );
  return row?.id as string;
}

/** An export that has failed: nothing of it runs, and there is nothing to fetch. */
async function addArchiveTask(server: TestServer, companyId: string, accountId: string): Promise<string> {
  // A company may have few of them.
  await server.query('delete from archive_tasks where company_id = $1', [companyId]);
  const [row] = await server.query(
    `insert into archive_tasks (id, company_id, owner_id, direction, name, state, finished_at)
     values (gen_random_uuid(), $1, $2, 'export', 'a', 'failed', now()) returning id`,
    [companyId, accountId],
  );
  return row?.id as string;
}

/** A bucket at an address that is refused, and an import from it that has ended. */
async function addBucket(server: TestServer, companyId: string, accountId: string): Promise<Partial<Ids>> {
  const sealed = (id: string) => server.platform.secrets.encrypt('secret', `s3-connection:${id}`);
  const id = randomUUID();
  await server.query(
    `insert into s3_connections (id, company_id, name, endpoint, region, bucket, access_key_id, sealed_secret)
     values ($1, $2, $3, 'http://127.0.0.1:1', 'us-east-1', 'bucket', 'key', $4)`,
    [id, companyId, newName(), sealed(id)],
  );
  const [row] = await server.query(
    `insert into s3_imports (id, company_id, connection_id, owner_id, to_top, selection, state, finished_at)
     values (gen_random_uuid(), $1, $2, $3, true, '{"keys":[],"prefixes":[]}', 'finished', now()) returning id`,
    [companyId, id, accountId],
  );
  return { s3ConnectionId: id, s3ImportId: row?.id as string };
}

/** A published flow, and a run of it that has ended; the level that flows need is not everybody's. */
async function addFlow(server: TestServer, owner: ApiClient, accountId: string): Promise<Partial<Ids>> {
  await server.query('update memberships set level = 2 where account_id = $1 and level < 2', [accountId]);
  const { id, revision } = (await owner.call('POST', '/flows', { name: newName() })).body;
  await owner.call('POST', `/flows/${id}/versions`, { revision });
  const memory = {
    question: 'When?',
    startMessagePending: false,
    turn: 1,
    history: [],
    inputs: {},
    variables: {},
    visits: {},
    usage: { steps: 0, tokens: 0, price: 0, workMs: 0 },
    posts: [],
  };
  const [run] = await server.query(
    `insert into flow_runs (id, company_id, flow_id, graph, account_id, source, language, question, memory, state)
     select gen_random_uuid(), company_id, id, graph, $2, 'editor', 'en', 'When?', $3, 'finished'
     from flows where id = $1 returning id`,
    [id, accountId, JSON.stringify(memory)],
  );
  const credential = { name: `Key ${id}`, host: 'api.example', secret: 'S3CRET-1234' };
  const { body: stored } = await owner.call('POST', '/flow-credentials', credential);
  const settings = { kind: 'webhook' };
  const { body: trigger } = await owner.call('POST', `/flows/${id}/triggers`, { name: 'Hook', settings });
  return {
    flowId: id,
    flowRunId: run?.id as string,
    flowCredentialId: stored.id,
    flowTriggerId: trigger.id,
    webhookId: trigger.id,
  };
}

/** A file in a folder; the level that files need is not everybody's. */
async function addKeptFile(server: TestServer, owner: ApiClient): Promise<Partial<Ids>> {
  const { id, knowledge_base_id } = await buildDocument(owner, { parse: false });
  const [folder] = await server.query(
    `insert into folders (id, company_id, name)
     select gen_random_uuid(), company_id, $2 from knowledge_bases where id = $1 returning id`,
    [knowledge_base_id, newName()],
  );
  const [file] = await server.query(
    `update files set shelf = 'manager', folder_id = $2
     where id = (select file_id from documents where id = $1) returning id`,
    [id, folder?.id],
  );
  return { fileId: file?.id as string, folderId: folder?.id as string };
}

/** A set with a question whose document is gone, and a run that has ended. */
async function addEvaluation(server: TestServer, knowledgeBaseId: string, accountId: string) {
  const [set] = await server.query(
    `insert into evaluation_sets (id, company_id, knowledge_base_id, name)
     select gen_random_uuid(), company_id, id, $2 from knowledge_bases where id = $1 returning id, company_id`,
    [knowledgeBaseId, newName()],
  );
  const [question] = await server.query(
    `insert into evaluation_questions (id, company_id, evaluation_set_id, question, expected)
     values (gen_random_uuid(), $1, $2, 'When?', '[]') returning id`,
    [set?.company_id, set?.id],
  );
  const [run] = await server.query(
    `insert into evaluation_runs
       (id, company_id, evaluation_set_id, owner_id, state, variants, document_count, chunk_count, left_out)
     values (gen_random_uuid(), $1, $2, $3, 'finished', '[]', 0, 0, 0) returning id`,
    [set?.company_id, set?.id, accountId],
  );
  return {
    evaluationSetId: set?.id as string,
    evaluationQuestionId: question?.id as string,
    evaluationRunId: run?.id as string,
  };
}

/** A run over the answers of an assistant, which has ended. */
async function addAnswerRun(
  server: TestServer,
  { assistantId, knowledgeBaseId }: Partial<Ids>,
  accountId: string,
): Promise<string> {
  const { evaluationSetId } = await addEvaluation(server, knowledgeBaseId as string, accountId);
  const [run] = await server.query(
    `insert into answer_runs
       (id, company_id, assistant_id, evaluation_set_id, owner_id, state, from_draft, version, settings, judge)
     select gen_random_uuid(), company_id, id, $2, $3, 'finished', false, 1, '{}', 'words'
     from assistants where id = $1 returning id`,
    [assistantId, evaluationSetId, accountId],
  );
  return run?.id as string;
}

/** A graph of one entity, as a build leaves it. */
async function addEntity(server: TestServer, ids: Partial<Ids>): Promise<string> {
  const place = [ids.companyId, ids.knowledgeBaseId];
  await server.query(
    `insert into knowledge_graphs (company_id, knowledge_base_id, state, active_build, entity_count)
     values ($1, $2, 'finished', 1, 1)`,
    place,
  );
  const [entity] = await server.query(
    `insert into graph_entities (id, company_id, knowledge_base_id, build, name, type, aliases, keys, rank, degree, mentions)
     values (gen_random_uuid(), $1, $2, 1, 'Rose', 'other', '{}', '{rose}', 1, 0, 1) returning id`,
    place,
  );
  await server.query(
    `insert into graph_mentions (entity_id, chunk_id, company_id, description) values ($1, $2, $3, '')`,
    [entity?.id, ids.chunkId, ids.companyId],
  );
  return entity?.id as string;
}

const ofConversation = ['conversationId', 'messageId', 'shareId', 'conversationFileId'] as const;
const ofVisitor = ['visitorConversationId', 'visitorMessageId'] as const;
const ofEvaluation = ['evaluationSetId', 'evaluationQuestionId', 'evaluationRunId'] as const;

/** What the administrator makes. */
async function addManaged(
  server: TestServer,
  ids: Partial<Ids>,
  needs: (...names: IdName[]) => boolean,
): Promise<void> {
  if (needs('platformModelId'))
    ids.platformModelId = (
      await server.admin.call('POST', '/models', { ...providerModel, name: newName() })
    ).body.id;
  if (needs('managedCompanyId', 'managedAccountId', 'packageId'))
    ids.packageId = (await server.admin.call('POST', '/admin/packages', { name: newName() })).body.id;
  if (needs('managedCompanyId'))
    ids.managedCompanyId = (
      await server.admin.call('POST', '/admin/companies', {
        ...newAccount(),
        name: newName(),
        package_id: ids.packageId,
      })
    ).body.company.id;
  if (needs('managedAccountId'))
    ids.managedAccountId = (await server.admin.call('POST', '/admin/accounts', newAccount())).body.account.id;
}

/** Fresh things of a company, only those asked for; what a person owns alone is `person`'s. */
export async function buildIds(
  server: TestServer,
  company: Company,
  person: ApiClient,
  wanted: Set<string>,
): Promise<Ids> {
  const { owner, models } = company;
  const needs = (...names: IdName[]) => names.some((name) => wanted.has(name));
  const ids: Partial<Ids> = { ...models };
  const me = (await owner.call('GET', '/me')).body;
  ids.companyId = me.company.id;
  ids.accountId = me.id;
  // What the caller may own is the caller's.
  const { level } = (await person.call('GET', '/me')).body;
  const maker = level >= levels.ELEVATED_USER ? person : owner;
  const ofBase = [
    'answerRunId',
    'documentId',
    'pdfId',
    'chunkId',
    'entityId',
    'websiteImportId',
    ...ofEvaluation,
  ] as const;
  if (needs('knowledgeBaseId', ...ofBase)) {
    ids.knowledgeBaseId = (await buildKnowledgeBase(maker, { permission: 'team' })).id;
    const document = await buildDocument(owner, {
      knowledge_base_id: ids.knowledgeBaseId as string,
      parse: false,
    });
    ids.documentId = document.id;
    // So that those who only chat may open the document: an assistant can cite it.
    await buildAssistant(owner, { knowledge_base_ids: [ids.knowledgeBaseId] });
  }
  if (needs('fileId', 'folderId')) Object.assign(ids, await addKeptFile(server, owner));
  if (needs('s3ConnectionId', 's3ImportId'))
    Object.assign(ids, await addBucket(server, ids.companyId as string, me.id));
  if (needs('pdfId'))
    ids.pdfId = (
      await owner.upload(`/knowledge-bases/${ids.knowledgeBaseId}/documents?parse=false`, [
        { name: 'a.pdf', bytes: buildPdfFile(['one page']) },
      ])
    ).body.documents[0].id;
  if (needs('websiteImportId'))
    ids.websiteImportId = await addWebsiteImport(server, ids.knowledgeBaseId as string, me.id);
  if (needs(...ofEvaluation))
    Object.assign(ids, await addEvaluation(server, ids.knowledgeBaseId as string, me.id));
  if (needs('chunkId', 'entityId'))
    ids.chunkId = (
      await owner.call('POST', `/documents/${ids.documentId}/chunks`, { text: 'The rose.' })
    ).body.id;
  if (needs('entityId')) ids.entityId = await addEntity(server, ids);
  if (needs('assistantId', 'curatedAnswerId', 'answerRunId', 'widgetId', ...ofVisitor, ...ofConversation))
    ids.assistantId = (await buildAssistant(maker)).id;
  if (needs('answerRunId')) ids.answerRunId = await addAnswerRun(server, ids, me.id);
  if (needs('curatedAnswerId'))
    ids.curatedAnswerId = (
      await maker.call('POST', `/assistants/${ids.assistantId}/curated-answers`, {
        question: 'When does the rose bloom?',
        answer: 'In June.',
      })
    ).body.id;
  if (needs(...ofConversation))
    ids.conversationId = (await buildConversation(person, ids.assistantId as string)).id;
  if (needs('messageId', 'shareId')) {
    await person.call('POST', `/conversations/${ids.conversationId}/messages`, {
      content: 'When does it bloom?',
    });
    ids.messageId = (await person.call('GET', `/conversations/${ids.conversationId}`)).body.messages.at(
      -1,
    ).id;
  }
  if (needs('toolCallId')) {
    ids.toolCallId = randomUUID();
    const call = { id: ids.toolCallId, name: 'Calendar.search', arguments: '{}', state: 'done' };
    await server.query('update messages set tool_calls = $2 where id = $1', [
      ids.messageId,
      JSON.stringify([call]),
    ]);
  }
  if (needs('conversationFileId')) {
    const path = `/conversations/${ids.conversationId}/files`;
    ids.conversationFileId = (await person.upload(path, [{ name: 'a.txt', bytes: 'a' }])).body.files[0].id;
  }
  if (needs('shareId'))
    ids.shareId = (
      await person.call('POST', `/conversations/${ids.conversationId}/shares`, {})
    ).body.share.id;
  if (needs('widgetId', 'visitorConversationId', 'visitorMessageId'))
    Object.assign(ids, await addWidget(server, maker, ids.assistantId as string));
  if (needs('flowId', 'flowRunId', 'flowCredentialId', 'flowTriggerId', 'webhookId'))
    Object.assign(ids, await addFlow(server, owner, me.id));
  if (needs('webhookEndpointId', 'webhookDeliveryId'))
    Object.assign(ids, await addWebhook(server, ids.companyId as string, me.id));
  if (needs('mcpServerId', 'mcpToolId'))
    Object.assign(ids, await addMcpServer(server, ids.companyId as string));
  if (needs('savedSearchId'))
    ids.savedSearchId = (
      await person.call('POST', '/saved-searches', { name: newName(), question: 'When?' })
    ).body.id;
  if (needs('memberId')) {
    const member = (await (await server.addMember(owner, 'USER')).call('GET', '/me')).body;
    const { items } = (await owner.call('GET', `/company/members?search=${member.email}`)).body;
    ids.memberId = items[0].id;
  }
  if (needs('invitationId')) ids.invitationId = (await invite(server, owner, newEmail())).id;
  if (needs('receivedInvitationId')) {
    const { id, email } = (await person.call('GET', '/me')).body;
    await server.query('update accounts set email_verified_at = now() where id = $1', [id]);
    // From a company of its own each time: nobody is invited twice, or where it is a member.
    ids.receivedInvitationId = (await invite(server, await server.signUp(), email)).id;
  }
  if (needs('sessionId')) {
    const before = new Set((await listSessionsOf(person)).map((session) => session.id));
    await signInAgain(server, person);
    ids.sessionId = (await listSessionsOf(person)).find((session) => !before.has(session.id))?.id as string;
  }
  if (needs('apiTokenId'))
    ids.apiTokenId = (
      await maker.call('POST', '/company/api-tokens', { name: newName(), scopes: ['chat'] })
    ).body.api_token.id;
  if (needs('companyModelId'))
    ids.companyModelId = (await addCompanyModels(server, owner)).chatModelId as string;
  await addManaged(server, ids, needs);
  if (needs('archiveTaskId'))
    ids.archiveTaskId = await addArchiveTask(
      server,
      ids.companyId as string,
      (await maker.call('GET', '/me')).body.id,
    );
  if (needs('mailId')) {
    await server.admin.call('POST', '/admin/mails/test', { to: 'reader@example.net' });
    ids.mailId = (await server.admin.call('GET', '/admin/mails')).body.items[0].id;
  }
  return ids as Ids;
}
