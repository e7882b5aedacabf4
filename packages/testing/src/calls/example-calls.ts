import { chatCalls } from './chat-calls.ts';
import { type ExampleCall, newEmail, newName } from './example-call.ts';
import { flowCalls } from './flow-calls.ts';
import { knowledgeCalls } from './knowledge-calls.ts';

export const providerModel = {
  provider_id: 'openai-compatible',
  model_name: 'm',
  type: 'chat',
  base_url: 'http://127.0.0.1:1/v1',
};
const providerCredentials = { provider_id: providerModel.provider_id, base_url: providerModel.base_url };
const nobody = '00000000-0000-4000-8000-000000000000';
const noChallenge = {
  path: { challengeId: { value: nobody } },
  admitted: 410,
} as const satisfies ExampleCall;
const receivedInvitation = {
  path: { invitationId: 'receivedInvitationId' },
} as const satisfies ExampleCall;
const companyModel = { path: { modelId: 'companyModelId' } } as const satisfies ExampleCall;
const managedCompany = { path: { companyId: 'managedCompanyId' } } as const satisfies ExampleCall;
const managedAccount = { path: { accountId: 'managedAccountId' } } as const satisfies ExampleCall;
export const newAccount = () => ({ email: newEmail(), username: newName() });
const noLocalModel = { path: { localModelId: { value: 'none' } } } as const satisfies ExampleCall;
const platformModel = { path: { modelId: 'platformModelId' } } as const satisfies ExampleCall;

/** One row for each call of the contract: the matrix of isolation fails for a call that has none. */
export const exampleCalls: Record<string, ExampleCall> = {
  getPublicSettings: {},
  signUp: {
    bodies: [() => ({ email: newEmail(), username: newName(), password: 'correct horse' })],
  },
  signIn: { bodies: [() => ({ login: 'nobody', password: 'wrong password' })], admitted: 401 },
  answerChallenge: { ...noChallenge, bodies: [() => ({ code: '000000' })] },
  resendCode: noChallenge,
  requestPasswordReset: { bodies: [() => ({ email: newEmail() })] },
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

  ...knowledgeCalls,

  listModelProviders: {},
  listModels: {},
  testModel: {
    bodies: [() => providerModel, ({ platformModelId }) => ({ ...providerModel, model_id: platformModelId })],
  },
  listModelNames: {
    bodies: [
      () => providerCredentials,
      ({ platformModelId }) => ({ ...providerCredentials, model_id: platformModelId }),
    ],
  },
  createModel: { bodies: [() => ({ ...providerModel, name: newName() })] },
  updateModel: { ...platformModel, bodies: [() => ({ name: newName() })] },
  deleteModel: platformModel,
  getSystemModels: {},
  getDefaultModels: {},
  updateSystemModels: { bodies: [() => ({ rerank: null })] },
  // The model is none of the catalogue, and no folder is open for imports.
  listLocalModels: {},
  downloadLocalModel: { ...noLocalModel, admitted: 404 },
  cancelLocalModel: { ...noLocalModel, admitted: 409 },
  declineLocalModel: { ...noLocalModel, admitted: 404 },
  importLocalModel: { bodies: [() => ({ path: 'model' })], admitted: 422 },
  removeLocalModel: { ...noLocalModel, admitted: 404 },

  getCompany: {},
  updateCompany: { bodies: [() => ({ require_two_factor: false })] },
  listMembers: {},
  updateMember: { bodies: [() => ({ level: 1 })] },
  removeMember: {},
  listInvitations: {},
  createInvitation: { bodies: [() => ({ email: newEmail() })] },
  resendInvitation: {},
  withdrawInvitation: {},
  createUser: { bodies: [() => ({ email: newEmail(), username: newName() })] },
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

  listWebhookEndpoints: {},
  createWebhookEndpoint: {
    bodies: [() => ({ url: 'https://hooks.example/in', events: ['feedback.given'] })],
  },
  updateWebhookEndpoint: { bodies: [() => ({ description: newName() }), () => ({ include_text: true })] },
  deleteWebhookEndpoint: {},
  rotateWebhookSecret: { bodies: [() => ({}), () => ({ overlap_hours: 0 })] },
  testWebhookEndpoint: {},
  listWebhookDeliveries: {},
  getWebhookDelivery: {},
  replayWebhookDelivery: {},
  replayFailedWebhookDeliveries: { bodies: [() => ({ since: '2026-01-01T00:00:00Z' })] },

  listMcpServers: {},
  createMcpServer: {
    // Nobody listens there: what counts is who may ask.
    bodies: [() => ({ name: newName(), url: 'http://127.0.0.1:9/mcp', secret: 'S3CRET-1234' })],
    admitted: 422,
  },
  updateMcpServer: { bodies: [() => ({ name: newName() })] },
  refreshMcpServer: { admitted: 422 },
  deleteMcpServer: {},
  updateMcpTool: { bodies: [() => ({ use: 'ask', revision: 'a' }), () => ({ use: 'off', revision: 'a' })] },
  listAllowedMcpTools: {},

  listCompanyModels: {},
  testCompanyModel: {
    bodies: [() => providerModel, ({ chatModelId }) => ({ ...providerModel, model_id: chatModelId })],
  },
  listCompanyModelNames: {
    bodies: [
      () => providerCredentials,
      ({ chatModelId }) => ({ ...providerCredentials, model_id: chatModelId }),
    ],
  },
  createCompanyModel: {
    bodies: [
      () => ({ ...providerModel, name: newName() }),
      ({ chatModelId }) => ({ ...providerModel, name: newName(), second_model_id: chatModelId }),
    ],
  },
  updateCompanyModel: {
    ...companyModel,
    bodies: [() => ({ name: newName() }), ({ chatModelId }) => ({ second_model_id: chatModelId })],
  },
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

  ...chatCalls,
  ...flowCalls,

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
  getPlatformOverview: {},
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
