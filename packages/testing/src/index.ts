export { addCompanyModels, buildIds, type Company, signInAgain } from './calls/build-ids.ts';
export { type ExampleCall, type IdName, type Ids, idNames } from './calls/example-call.ts';
export { exampleCalls } from './calls/example-calls.ts';
export { type ForeignCall, foreignCalls, foreignOutcomes } from './calls/foreign-calls.ts';
export { beginVisit } from './calls/visitors.ts';
export { createTestDatabase, type TestDatabase, type TestSchema } from './database.ts';
export { openDatabaseOverTcp } from './database-over-tcp.ts';
export { buildTone } from './fake-provider/answer-speech.ts';
export { type FakeProvider, startFakeProvider } from './fake-provider/fake-provider.ts';
export { hashVector } from './fake-provider/hash-vector.ts';
export type {
  ChatScript,
  FakeProviderOptions,
  Fault,
  RecordedRequest,
  SentFile,
  SentMessage,
  SpeechScript,
  VoiceScript,
} from './fake-provider/script.ts';
export { type FakeS3, type FakeS3Options, type S3Misbehaviour, startFakeS3 } from './fake-s3/fake-s3.ts';
export { buildEncryptedPdfFile, buildPdfFile, buildWordFile, buildZipFile } from './files/build-file.ts';
export { findFreePort } from './find-free-port.ts';
export { findModelRuntimes, tinyModels } from './local-models.ts';
export {
  type MailFault,
  type MailServer,
  type MailServerOptions,
  type ReceivedMail,
  startMailServer,
} from './mail/mail-server.ts';
export { codeIn, readCode, readOutbox, type StoredMail } from './mail/outbox.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export {
  type McpMisbehaviour,
  startMcpServer,
  type TestMcpServer,
} from './mcp/start-mcp-server.ts';
export { type ModelHub, startModelHub } from './model-hub.ts';
export type { Misbehaviour } from './oidc/misbehaviour.ts';
export { type OidcClient, type OidcProvider, startOidcProvider } from './oidc/start-oidc-provider.ts';
export type { Visitor } from './oidc/walk-sign-in.ts';
export { type RecordedCall, recordFetch } from './recorded-fetch.ts';
export { type S3Server, startS3Server } from './s3/start-s3-server.ts';
export {
  type ApiAnswer,
  type ApiClient,
  createApiClient,
  type StreamedEvent,
  StreamRefused,
} from './server/api-client.ts';
export {
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  waitUntilParsed,
} from './server/build.ts';
export { buildFlow, flowEdges, flowNode, publishFlow } from './server/build-flow.ts';
export {
  buildSsoCompany,
  openCallback,
  type SsoCompany,
  signInBySso,
} from './server/build-sso-company.ts';
export {
  createKillableServer,
  type KillableServer,
  nothingLeft,
  waitUntil,
} from './server/killable-server.ts';
export {
  buildOpenApiCompany,
  makeToken,
  type OpenApiCompany,
  type OpenApiServer,
  openClient,
  startOpenApiServer,
} from './server/open-api-company.ts';
export { startTestServer, type TestServer } from './server/test-server.ts';
export { buildTinyChatModel } from './tiny-chat-model.ts';
export {
  beginWebsiteImport,
  importWebsite,
  importWebsiteAgain,
  readWebsitePages,
  waitForWebsiteImport,
} from './website/import-website.ts';
export {
  buildPage,
  buildSitemap,
  startWebsite,
  type Website,
  type WebsiteAnswer,
} from './website/start-website.ts';
