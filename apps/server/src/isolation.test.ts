import { type Endpoint, endpoints, hasPermission, type LevelName, levels } from '@lectern/contract';
import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  buildPdfFile,
  createApiClient,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Everything that has an id of its own. A call's path and body draw on these. */
const idNames = [
  'companyId',
  'accountId',
  'knowledgeBaseId',
  'documentId',
  'pdfId',
  'chunkId',
  'assistantId',
  'conversationId',
  'messageId',
  'chatModelId',
  'embeddingModelId',
  'rerankModelId',
  'companyModelId',
  'memberId',
  'invitationId',
  'receivedInvitationId',
  'sessionId',
  'apiTokenId',
  'platformModelId',
  'managedCompanyId',
  'managedAccountId',
  'packageId',
  'mailId',
] as const;
type IdName = (typeof idNames)[number];
type Ids = Record<IdName, string>;

type Row = {
  /** Bodies to try, each with the ids it names. */
  bodies?: ((ids: Ids) => Record<string, unknown>)[];
  /** What an admitted caller gets where the call, so prepared, cannot succeed. */
  admitted?: number;
  /** Path parameters that go by another name here, or are no id. */
  path?: Record<string, IdName | { value: string }>;
  upload?: true;
};

let serial = 0;
const newName = () => `name ${++serial}`;
const providerModel = {
  provider_id: 'openai-compatible',
  model_name: 'm',
  type: 'chat',
  base_url: 'http://127.0.0.1:1/v1',
};
const nobody = '00000000-0000-4000-8000-000000000000';
const noChallenge = { path: { challengeId: { value: nobody } }, admitted: 410 } as const satisfies Row;
const receivedInvitation = {
  path: { invitationId: 'receivedInvitationId' },
} as const satisfies Row;
const companyModel = { path: { modelId: 'companyModelId' } } as const satisfies Row;
const managedCompany = { path: { companyId: 'managedCompanyId' } } as const satisfies Row;
const managedAccount = { path: { accountId: 'managedAccountId' } } as const satisfies Row;
const newAccount = () => ({ email: `${++serial}@example.net`, username: newName() });
const platformModel = { path: { modelId: 'platformModelId' } } as const satisfies Row;

/** How each call is made; a call of the contract that has no row here fails. */
const rows: Record<string, Row> = {
  getPublicSettings: {},
  signUp: {
    bodies: [() => ({ email: `${++serial}@example.net`, username: newName(), password: 'correct horse' })],
  },
  signIn: { bodies: [() => ({ login: 'nobody', password: 'wrong password' })], admitted: 401 },
  answerChallenge: { ...noChallenge, bodies: [() => ({ code: '000000' })] },
  resendCode: noChallenge,
  requestPasswordReset: { bodies: [() => ({ email: `${++serial}@example.net` })] },
  resetPassword: { ...noChallenge, bodies: [() => ({ code: '000000', new_password: 'another one' })] },
  signOut: {},
  getMe: {},
  updateMe: { bodies: [() => ({ timezone: 'UTC' })] },
  changePassword: {
    bodies: [() => ({ current_password: 'not mine', new_password: 'another one' })],
    admitted: 422,
  },
  requestEmailVerification: {},
  verifyEmail: { bodies: [() => ({ challenge_id: nobody, code: '000000' })], admitted: 410 },
  requestTwoFactorChange: {
    bodies: [() => ({ enabled: true, current_password: 'not mine' })],
    admitted: 422,
  },
  changeTwoFactor: { bodies: [() => ({ challenge_id: nobody, code: '000000' })], admitted: 410 },
  listSessions: {},
  revokeSession: {},
  revokeOtherSessions: {},
  setActiveCompany: { bodies: [({ companyId }) => ({ company_id: companyId })] },
  getCompanyLimits: {},

  listKnowledgeBases: {},
  createKnowledgeBase: {
    bodies: [
      () => ({ name: newName() }),
      ({ embeddingModelId }) => ({ name: newName(), embedding_model_id: embeddingModelId }),
    ],
  },
  getKnowledgeBase: {},
  updateKnowledgeBase: {
    bodies: [
      () => ({ name: newName() }),
      ({ embeddingModelId }) => ({ embedding_model_id: embeddingModelId }),
    ],
  },
  deleteKnowledgeBase: {},
  listChunkMethods: {},

  listDocuments: {},
  uploadDocuments: { upload: true },
  createTextDocument: { bodies: [() => ({ name: newName(), text: 'text', parse: false })] },
  getDocument: {},
  updateDocument: { bodies: [() => ({ name: newName() })] },
  deleteDocument: {},
  parseDocument: {},
  cancelParsing: { admitted: 409 },
  bulkUpdateDocuments: {
    bodies: (['parse', 'cancel', 'enable', 'disable', 'delete'] as const).map(
      (action) =>
        ({ documentId }: Ids) => ({ action, document_ids: [documentId] }),
    ),
  },
  getDocumentFile: {},
  getRenderedDocument: {},
  getDocumentPageImage: { path: { documentId: 'pdfId', page: { value: '1' } } },
  previewChunks: { bodies: [() => ({ chunk_method: 'naive', chunk_options: {} })] },

  listChunks: {},
  createChunk: { bodies: [() => ({ text: 'a chunk by hand' })] },
  getChunk: {},
  updateChunk: { bodies: [() => ({ enabled: false }), () => ({ text: 'another text' })] },
  deleteChunk: {},
  bulkUpdateChunks: {
    bodies: (['enable', 'disable', 'delete'] as const).map((action) => ({ chunkId }: Ids) => ({
      action,
      chunk_ids: [chunkId],
    })),
  },

  retrieve: {
    bodies: [
      ({ knowledgeBaseId, documentId }) => ({
        question: 'rose',
        knowledge_base_ids: [knowledgeBaseId],
        document_ids: [documentId],
      }),
    ],
  },

  listModelProviders: {},
  listModels: {},
  testModel: {
    bodies: [() => providerModel, ({ platformModelId }) => ({ ...providerModel, model_id: platformModelId })],
  },
  createModel: { bodies: [() => ({ ...providerModel, name: newName() })] },
  updateModel: { ...platformModel, bodies: [() => ({ name: newName() })] },
  deleteModel: platformModel,
  getSystemModels: {},
  getDefaultModels: {},
  updateSystemModels: { bodies: [() => ({ rerank: null })] },

  getCompany: {},
  updateCompany: { bodies: [() => ({ require_two_factor: false })] },
  listMembers: {},
  updateMember: { bodies: [() => ({ level: 1 })] },
  removeMember: {},
  listInvitations: {},
  createInvitation: { bodies: [() => ({ email: `${++serial}@example.net` })] },
  resendInvitation: {},
  withdrawInvitation: {},
  createUser: { bodies: [() => ({ email: `${++serial}@example.net`, username: newName() })] },
  getInvitation: { path: { token: { value: 'lin_nothing' } }, admitted: 404 },
  listMyInvitations: {},
  acceptInvitation: { ...receivedInvitation, bodies: [() => ({})] },
  refuseInvitation: { ...receivedInvitation, bodies: [() => ({})] },
  listAssistantRights: {},
  updateAssistantRights: {
    bodies: [
      () => ({ audience: 'everyone' }),
      ({ accountId }) => ({ audience: 'chosen', account_ids: [accountId] }),
    ],
  },
  listCompanyAudit: {},

  listApiTokens: {},
  createApiToken: { bodies: [() => ({ name: newName(), scopes: ['chat'] })] },
  revokeApiToken: {},
  listAllApiTokens: {},
  revokeAnyApiToken: {},

  listCompanyModels: {},
  testCompanyModel: {
    bodies: [() => providerModel, ({ chatModelId }) => ({ ...providerModel, model_id: chatModelId })],
  },
  createCompanyModel: { bodies: [() => ({ ...providerModel, name: newName() })] },
  updateCompanyModel: { ...companyModel, bodies: [() => ({ name: newName() })] },
  deleteCompanyModel: companyModel,
  getCompanyDefaultModels: {},
  updateCompanyDefaultModels: {
    bodies: [
      ({ chatModelId, embeddingModelId, rerankModelId }) => ({
        chat: chatModelId,
        embedding: embeddingModelId,
        rerank: rerankModelId,
      }),
      // Last, so that the calls that follow do not meet models that answer nothing.
      () => ({ chat: null, embedding: null, rerank: null }),
    ],
  },

  listAssistants: {},
  getAssistantDefaults: {},
  createAssistant: {
    bodies: [
      ({ knowledgeBaseId }) => ({ name: newName(), knowledge_base_ids: [knowledgeBaseId] }),
      ({ chatModelId }) => ({ name: newName(), chat_model_id: chatModelId }),
      ({ rerankModelId }) => ({ name: newName(), retrieval: { rerank_model_id: rerankModelId } }),
    ],
  },
  getAssistant: {},
  updateAssistant: {
    bodies: [
      ({ knowledgeBaseId }) => ({ knowledge_base_ids: [knowledgeBaseId] }),
      ({ chatModelId }) => ({ chat_model_id: chatModelId }),
    ],
  },
  deleteAssistant: {},

  listConversations: {},
  createConversation: { bodies: [() => ({})] },
  getConversation: {},
  renameConversation: { bodies: [() => ({ name: newName() })] },
  deleteConversation: {},
  askQuestion: { bodies: [() => ({ content: 'When does the rose bloom?' })] },
  resumeAnswer: {},
  stopAnswer: {},
  regenerateAnswer: {},
  deleteMessage: {},

  getCompanySso: {},
  updateCompanySso: {
    bodies: [() => ({ sign_in_name: 'a-name', issuer: 'http://127.0.0.1:1/', client_id: 'a client' })],
    admitted: 422,
  },
  deleteCompanySso: { admitted: 404 },
  beginSso: { bodies: [() => ({ sign_in_name: 'nobody' })], admitted: 404 },
  finishSso: { bodies: [() => ({ ticket: 'none', verifier: 'none' })], admitted: 410 },

  listMails: {},
  getMail: {},
  retryMail: { admitted: 409 },
  sendTestMail: { bodies: [() => ({ to: 'reader@example.net' })] },

  getCompanyRequests: {},
  exportCompanyRequests: {},
  getCompanyTokens: {},
  exportCompanyTokens: {},
  getAdminRequests: {},
  exportAdminRequests: {},
  getAdminTokens: {},
  exportAdminTokens: {},

  listPackages: {},
  createPackage: { bodies: [() => ({ name: newName() })] },
  updatePackage: { bodies: [() => ({ max_kbs: 5 })] },
  enablePackage: {},
  disablePackage: {},
  deletePackage: { admitted: 409 },

  listCompanies: {},
  createCompany: {
    bodies: [({ packageId }) => ({ ...newAccount(), name: newName(), package_id: packageId })],
  },
  getManagedCompany: managedCompany,
  updateManagedCompany: {
    ...managedCompany,
    bodies: [() => ({ name: newName() }), ({ packageId }) => ({ package_id: packageId })],
  },
  enableCompany: managedCompany,
  disableCompany: managedCompany,
  deleteCompany: { ...managedCompany, bodies: [() => ({ name: 'another' })], admitted: 409 },
  impersonateCompany: { ...managedCompany, bodies: [() => ({ name: 'another' })], admitted: 422 },
  endImpersonation: {},

  listAccounts: {},
  createAccount: {
    bodies: [
      () => newAccount(),
      ({ managedCompanyId }) => ({ ...newAccount(), company_id: managedCompanyId }),
    ],
  },
  updateAccount: { ...managedAccount, bodies: [() => ({ active: false }), () => ({ is_admin: true })] },
  promoteAccount: {
    bodies: [
      ({ packageId }) => ({ email: 'no@example.net', company_name: newName(), package_id: packageId }),
    ],
    admitted: 404,
  },
  listModelsOfAccount: managedAccount,
  listAuditLog: {},

  getSystemStatus: {},
};

type Company = { owner: ApiClient; models: Record<string, string> };

const levelNames = Object.keys(levels) as LevelName[];
let server: TestServer;
let own: Company;
let foreign: Company;
let members: Record<LevelName, ApiClient>;
/** Of the other company: made once, since nothing may reach them. */
let foreignIds: Ids;

async function addCompanyModels(owner: ApiClient): Promise<Record<string, string>> {
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

async function invite(owner: ApiClient, email: string): Promise<{ id: string }> {
  const { id } = (await owner.call('GET', '/me')).body;
  // Whoever signs up does not run its company by default; an invitation takes one who does.
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  return (await owner.call('POST', '/company/invitations', { email })).body;
}

async function listSessionsOf(person: ApiClient): Promise<{ id: string }[]> {
  return (await person.call('GET', '/me/sessions')).body.items;
}

/** Fresh things of a company, only those asked for; what a person owns alone is `person`'s. */
async function buildIds(company: Company, person: ApiClient, wanted: Set<string>): Promise<Ids> {
  const { owner, models } = company;
  const needs = (...names: IdName[]) => names.some((name) => wanted.has(name));
  const ids: Partial<Ids> = { ...models };
  const me = (await owner.call('GET', '/me')).body;
  ids.companyId = me.company.id;
  ids.accountId = me.id;
  // What the caller may own is the caller's.
  const { level } = (await person.call('GET', '/me')).body;
  const maker = level >= levels.ELEVATED_USER ? person : owner;
  if (needs('knowledgeBaseId', 'documentId', 'pdfId', 'chunkId')) {
    ids.knowledgeBaseId = (await buildKnowledgeBase(maker, { permission: 'team' })).id;
    const document = await buildDocument(owner, {
      knowledge_base_id: ids.knowledgeBaseId as string,
      parse: false,
    });
    ids.documentId = document.id;
    // So that those who only chat may open the document: an assistant can cite it.
    await buildAssistant(owner, { knowledge_base_ids: [ids.knowledgeBaseId] });
  }
  if (needs('pdfId'))
    ids.pdfId = (
      await owner.upload(`/knowledge-bases/${ids.knowledgeBaseId}/documents?parse=false`, [
        { name: 'a.pdf', bytes: buildPdfFile(['one page']) },
      ])
    ).body.documents[0].id;
  if (needs('chunkId'))
    ids.chunkId = (
      await owner.call('POST', `/documents/${ids.documentId}/chunks`, { text: 'The rose.' })
    ).body.id;
  if (needs('assistantId', 'conversationId', 'messageId')) ids.assistantId = (await buildAssistant(maker)).id;
  if (needs('conversationId', 'messageId'))
    ids.conversationId = (await buildConversation(person, ids.assistantId as string)).id;
  if (needs('messageId')) {
    await person.call('POST', `/conversations/${ids.conversationId}/messages`, {
      content: 'When does it bloom?',
    });
    ids.messageId = (await person.call('GET', `/conversations/${ids.conversationId}`)).body.messages.at(
      -1,
    ).id;
  }
  if (needs('memberId')) {
    const member = (await (await server.addMember(owner, 'USER')).call('GET', '/me')).body;
    const { items } = (await owner.call('GET', `/company/members?search=${member.email}`)).body;
    ids.memberId = items[0].id;
  }
  if (needs('invitationId')) ids.invitationId = (await invite(owner, `${++serial}@example.net`)).id;
  if (needs('receivedInvitationId')) {
    const { id, email } = (await person.call('GET', '/me')).body;
    await server.query('update accounts set email_verified_at = now() where id = $1', [id]);
    // From a company of its own each time: nobody is invited twice, or where it is a member.
    ids.receivedInvitationId = (await invite(await server.signUp(), email)).id;
  }
  if (needs('sessionId')) {
    const before = new Set((await listSessionsOf(person)).map((session) => session.id));
    await signInAgain(person);
    ids.sessionId = (await listSessionsOf(person)).find((session) => !before.has(session.id))?.id as string;
  }
  if (needs('apiTokenId'))
    ids.apiTokenId = (
      await maker.call('POST', '/company/api-tokens', { name: newName(), scopes: ['chat'] })
    ).body.api_token.id;
  if (needs('companyModelId')) ids.companyModelId = (await addCompanyModels(owner)).chatModelId as string;
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
  if (needs('mailId')) {
    await server.admin.call('POST', '/admin/mails/test', { to: 'reader@example.net' });
    ids.mailId = (await server.admin.call('GET', '/admin/mails')).body.items[0].id;
  }
  return ids as Ids;
}

beforeAll(async () => {
  // The address of the models that are saved here; nothing listens there.
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1:1',
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1:1',
  });
  const [one, two] = [await server.signUp(), await server.signUp()];
  // Both run their company, so that they can make what belongs to its people.
  await server.query(
    "update memberships set level = 2 where account_id in (select id from accounts where username like 'person%')",
  );
  own = { owner: one, models: await addCompanyModels(one) };
  foreign = { owner: two, models: await addCompanyModels(two) };
  members = {} as typeof members;
  for (const level of levelNames) members[level] = await server.addMember(one, level);
  foreignIds = await buildIds(foreign, two, new Set(idNames));
});
afterAll(() => server.close());

const rowOf = (endpoint: Endpoint): Row => rows[endpoint.id] as Row;

/** The ids that a call names, in its path and in this body. */
function namesOf(endpoint: Endpoint, body: ((ids: Ids) => unknown) | undefined): Set<IdName> {
  const names = new Set<IdName>();
  body?.(new Proxy({} as Ids, { get: (_, name) => names.add(name as IdName) && 'x' }));
  for (const [, parameter] of endpoint.path.matchAll(/:(\w+)/g)) {
    const name = rowOf(endpoint).path?.[parameter as string] ?? parameter;
    if (typeof name === 'string') names.add(name as IdName);
  }
  return names;
}

async function makeCall(client: ApiClient, endpoint: Endpoint, ids: Ids, body?: (ids: Ids) => unknown) {
  const row = rowOf(endpoint);
  const path = endpoint.path.replace(/:(\w+)/g, (_, parameter: string) => {
    const name = row.path?.[parameter] ?? parameter;
    return typeof name === 'string' ? ids[name as IdName] : name.value;
  });
  if (row.upload) return client.upload(`${path}?parse=false`, [{ name: 'a.txt', bytes: 'a' }]);
  return client.call(endpoint.method, path, body?.(ids));
}

/** The platform's models belong to no company: they have no foreign side. */
const overEveryCompany = ({ path }: Endpoint) => path.startsWith('/admin/');
const isForeignable = (name: IdName) => name !== 'platformModelId';

test('every call of the contract has a row here, and every row a call', () => {
  expect(Object.keys(rows).sort()).toEqual(endpoints.map(({ id }) => id).sort());
  for (const endpoint of endpoints)
    for (const [, parameter] of endpoint.path.matchAll(/:(\w+)/g)) {
      const name = rowOf(endpoint)?.path?.[parameter as string] ?? parameter;
      expect(
        typeof name === 'object' || idNames.includes(name as IdName),
        `${endpoint.id} ${parameter}`,
      ).toBe(true);
    }
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  const bodies = rows[endpoint.id]?.bodies ?? [undefined];

  test('without a token', async () => {
    const answer = await makeCall(server.anonymous, endpoint, foreignIds, bodies[0]);
    const { admitted = endpoint.status } = rowOf(endpoint);
    expect(answer.status).toBe(endpoint.access === 'anonymous' ? admitted : 401);
  });

  if (endpoint.access === 'anonymous') return;

  test.each(levelNames)('%s', async (level) => {
    const permission = endpoint.access;
    if (permission === 'anonymous') return;
    const allowed = permission === 'signed_in' || hasPermission(levels[level], permission);
    let client = members[level];
    for (const body of bodies) {
      const names = namesOf(endpoint, body);
      if (!allowed) {
        const refused = await makeCall(client, endpoint, foreignIds, body);
        expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.level_too_low']);
        continue;
      }
      const ids = await buildIds(own, client, names);
      // Each id in turn is another company's: not there, wherever it stands.
      for (const name of overEveryCompany(endpoint) ? [] : [...names].filter(isForeignable)) {
        const answer = await makeCall(client, endpoint, { ...ids, [name]: foreignIds[name] }, body);
        expect(answer.status, `foreign ${name}: ${JSON.stringify(answer.body)}`).toBe(404);
      }
      if (endpoint.id === 'signOut') client = await signInAgain(client);
      const answer = await makeCall(client, endpoint, ids, body);
      const { admitted = endpoint.status } = rowOf(endpoint);
      expect(answer.status, JSON.stringify(answer.body)).toBe(admitted);
    }
  });
});

async function signInAgain(client: ApiClient): Promise<ApiClient> {
  const { email } = (await client.call('GET', '/me')).body;
  const { body } = await server.anonymous.call('POST', '/sessions', {
    login: email,
    password: 'correct horse battery',
  });
  return createApiClient(server.url, body.token);
}

test('lists hold nothing of another company', async () => {
  const lists = endpoints.filter(
    (endpoint) =>
      endpoint.method === 'GET' &&
      !endpoint.path.includes(':') &&
      !endpoint.responseKind &&
      !overEveryCompany(endpoint),
  );
  expect(lists.length).toBeGreaterThan(5);
  const hidden = [...Object.entries(foreignIds)].filter(([name]) => name !== 'platformModelId');
  for (const endpoint of lists)
    for (const level of levelNames) {
      const text = JSON.stringify((await makeCall(members[level], endpoint, foreignIds)).body);
      for (const [name, id] of hidden)
        expect(text.includes(id), `${endpoint.id} as ${level} tells ${name}`).toBe(false);
    }
});

test('what a path names must hang together: a chunk or message under another parent is not there', async () => {
  const client = members.COMPANY;
  const wanted = new Set<string>(['chunkId', 'messageId', 'knowledgeBaseId']);
  const [one, two] = [await buildIds(own, client, wanted), await buildIds(own, client, wanted)];
  const calls: [string, string, unknown?][] = [
    ['GET', `/documents/${one.documentId}/chunks/${two.chunkId}`],
    ['PATCH', `/documents/${one.documentId}/chunks/${two.chunkId}`, { text: 'taken over' }],
    ['DELETE', `/documents/${one.documentId}/chunks/${two.chunkId}`],
    [
      'POST',
      `/documents/${one.documentId}/chunks/bulk`,
      { action: 'delete', chunk_ids: [one.chunkId, two.chunkId] },
    ],
    [
      'POST',
      `/knowledge-bases/${one.knowledgeBaseId}/documents/bulk`,
      { action: 'delete', document_ids: [one.documentId, two.documentId] },
    ],
    [
      'POST',
      '/retrieval',
      { question: 'x', knowledge_base_ids: [one.knowledgeBaseId], document_ids: [two.documentId] },
    ],
    ['GET', `/conversations/${one.conversationId}/messages/${two.messageId}/events`],
    ['POST', `/conversations/${one.conversationId}/messages/${two.messageId}/stop`],
    ['POST', `/conversations/${one.conversationId}/messages/${two.messageId}/regenerate`],
    ['DELETE', `/conversations/${one.conversationId}/messages/${two.messageId}`],
  ];
  for (const [method, path, body] of calls)
    expect((await client.call(method, path, body)).status, `${method} ${path}`).toBe(404);
  expect((await client.call('GET', `/documents/${one.documentId}/chunks`)).body.total).toBe(1);
});

test("a conversation is its owner's alone, whoever else runs the company", async () => {
  const ids = await buildIds(own, members.USER, new Set(['messageId']));
  for (const level of ['ELEVATED_USER', 'COMPANY', 'ADMIN'] as const) {
    for (const endpoint of endpoints.filter(({ path }) => path.startsWith('/conversations/'))) {
      const answer = await makeCall(members[level], endpoint, ids, rowOf(endpoint).bodies?.[0]);
      expect(answer.status, `${endpoint.id} as ${level}`).toBe(404);
    }
    const { items } = (await members[level].call('GET', `/assistants/${ids.assistantId}/conversations`)).body;
    expect(items).toEqual([]);
  }
});
