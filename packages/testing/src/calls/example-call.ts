/** Everything that has an id of its own. A call's path and body draw on these. */
export const idNames = [
  'companyId',
  'accountId',
  'knowledgeBaseId',
  'documentId',
  'fileId',
  'folderId',
  's3ConnectionId',
  's3ImportId',
  'pdfId',
  'chunkId',
  'websiteImportId',
  'entityId',
  'evaluationSetId',
  'evaluationQuestionId',
  'evaluationRunId',
  'assistantId',
  'curatedAnswerId',
  'answerRunId',
  'conversationId',
  'messageId',
  'conversationFileId',
  'shareId',
  'widgetId',
  'visitorConversationId',
  'visitorMessageId',
  'savedSearchId',
  'flowId',
  'flowRunId',
  'flowCredentialId',
  'flowTriggerId',
  'webhookId',
  'webhookEndpointId',
  'webhookDeliveryId',
  'mcpServerId',
  'mcpToolId',
  'toolCallId',
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
  'archiveTaskId',
] as const;
export type IdName = (typeof idNames)[number];
export type Ids = Record<IdName, string>;

/** How a call is made, so that tests can go over all of them. */
export type ExampleCall = {
  /** Bodies to try, each with the ids it names. */
  bodies?: ((ids: Ids) => Record<string, unknown>)[];
  /** What an admitted caller gets where the call, so prepared, cannot succeed. */
  admitted?: number;
  /** Path parameters that go by another name here, or are no id. */
  path?: Record<string, IdName | { value: string }>;
  upload?: true;
};

let serial = 0;
export const newEmail = () => `${++serial}@example.net`;
export const newName = () => `name ${++serial}`;
