import { newId } from '../database.ts';

/** What is due is dealt with by the server, perhaps before it is looked at. */
const inADay = () => new Date(Date.now() + 86_400_000);

type Query = (sql: string, values: unknown[]) => Promise<unknown>;

type Rows = {
  chunk: string;
  documentId: string;
  company: string;
  account: string;
  assistant: string;
  base: string;
  n: string;
};

/** A row of each table that the calls above have not written to. */
export async function addRows(
  query: Query,
  { chunk, documentId, company, account, assistant, base, n }: Rows,
): Promise<void> {
  const websiteImport = newId();
  const s3Connection = newId();
  const s3Import = newId();
  const tomorrow = inADay();
  const rows: Record<string, Record<string, unknown>> = {
    folders: { id: newId(), name: 'a' },
    deletions: { id: newId(), noun: 'document' },
    s3_connections: {
      id: s3Connection,
      name: 'a',
      region: 'a',
      bucket: 'a',
      access_key_id: 'a',
      sealed_secret: 'a',
    },
    s3_imports: {
      id: s3Import,
      connection_id: s3Connection,
      owner_id: account,
      to_top: true,
      selection: '{}',
      state: 'finished',
    },
    s3_import_objects: { id: newId(), import_id: s3Import, key: 'a' },
    website_imports: {
      id: websiteImport,
      knowledge_base_id: base,
      owner_id: account,
      url: 'a',
      settings: '{}',
      state: 'finished',
    },
    website_pages: { id: newId(), import_id: websiteImport, url: 'a', url_key: 'a' },
    document_tables: {
      id: newId(),
      knowledge_base_id: base,
      document_id: documentId,
      version: 1,
      name: 'a',
      columns: '[]',
      row_count: 0,
    },
    document_labels: { knowledge_base_id: base, document_id: documentId, kind: 'tag', field: '', value: 'a' },
    document_coverages: {
      document_id: documentId,
      version: 99,
      words: 0,
      left_out_words: 0,
      missing_words: 0,
      left_out: '[]',
    },
    study_guides: {
      id: newId(),
      knowledge_base_id: base,
      content_stamp: 'a',
      model_name: 'a',
      guide: '{}',
      written_at: 'now',
    },
    chunk_revisions: {
      id: newId(),
      document_id: documentId,
      version: 1,
      change: 'edit',
      chunk_ids: '{}',
      before: '[]',
    },
    page_readings: { id: newId(), sha256: 'a', engine: 'a', page: 1, reading: '{}' },
    pdf_copies: { id: newId(), sha256: 'a', format: 'docx', state: 'preparing' },
    archive_tasks: { id: newId(), owner_id: account, direction: 'export', name: 'a', state: 'failed' },
    re_embeddings: {
      knowledge_base_id: base,
      state: 'cancelled',
      embedding_model_id: 'm',
      folder_weight: 0,
      generation: 1,
    },
    re_embedded_chunks: { knowledge_base_id: base, chunk_id: chunk, generation: 1, source: 'a', vector: '' },
    re_embedded_documents: { knowledge_base_id: base, document_id: newId(), generation: 1, fingerprint: 'a' },
    ...rowsOfEvaluations({ base, account, assistant }),
    ...rowsOfFlows(account),
    ...rowsOfWebhooks(account),
    ...rowsOfMcpServers(),
    saved_searches: savedSearch(account),
    summary_calls: {
      id: newId(),
      account_id: account,
      source: 'app',
      model_id: 'm',
      model_name: 'm',
      prompt_tokens: 0,
    },
    ...rowsOfModels(n),
    api_tokens: { id: newId(), account_id: account, name: 'a', token_hash: n, hint: 'a', scopes: ['chat'] },
    assistant_members: { assistant_id: assistant, account_id: account },
    audit_log: { id: newId(), account_name: 'a', via: 'session', action: 'a' },
    invitations: {
      id: newId(),
      email: 'a@example.net',
      level: 0,
      invited_by: 'a',
      token_hash: n,
      expires_at: tomorrow,
    },
    sso_providers: { sign_in_name: n, issuer: 'a', client_id: 'a', scopes: [], levels: '[]', enabled: true },
    sso_identities: { issuer: 'a', subject: 'a', account_id: account },
    sso_attempts: {
      id: newId(),
      verifier_hash: 'a',
      nonce: 'a',
      code_verifier: 'a',
      expires_at: tomorrow,
    },
    usage_slots: {
      slot: new Date(),
      requests: 0,
      answers: 0,
      failed: 0,
      model_calls: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      embedding_tokens: 0,
      cost: 0,
      duration_ms: 0,
    },
  };
  await insertRows(query, company, rows);
  await insertRows(query, company, rowsOfWidgets(assistant, account, n));
}

function rowsOfModels(n: string) {
  const model = newId();
  return {
    models: { id: model, provider_id: 'ollama', model_name: 'm', name: `model ${n}`, type: 'chat' },
    model_use: {
      model_id: model,
      minute: 'now',
      requests: 0,
      tokens: 0,
      month: 'now',
      price: 0,
    },
    local_model_installs: { id: newId(), model: 'm', state: 'finished' },
    company_default_models: { type: 'chat', model_id: 'm' },
  };
}

function rowsOfEvaluations({ base, account, assistant }: Pick<Rows, 'base' | 'account' | 'assistant'>) {
  const [evaluationSet, evaluationRun, answerRun] = [newId(), newId(), newId()];
  return {
    evaluation_sets: { id: evaluationSet, knowledge_base_id: base, name: 'a' },
    evaluation_questions: { id: newId(), evaluation_set_id: evaluationSet, question: 'a', expected: '[]' },
    evaluation_runs: {
      id: evaluationRun,
      evaluation_set_id: evaluationSet,
      owner_id: account,
      state: 'finished',
      variants: '[]',
      document_count: 0,
      chunk_count: 0,
      left_out: 0,
    },
    evaluation_results: { evaluation_run_id: evaluationRun, position: 0, question: 'a', expected: '[]' },
    answer_runs: {
      id: answerRun,
      assistant_id: assistant,
      evaluation_set_id: evaluationSet,
      owner_id: account,
      state: 'finished',
      from_draft: false,
      version: 1,
      settings: '{}',
      judge: 'words',
    },
    answer_results: {
      answer_run_id: answerRun,
      position: 0,
      answer_id: newId(),
      question: 'a',
      expected: '[]',
      facts: '[]',
      refusal: false,
    },
    curated_answers: {
      id: newId(),
      assistant_id: assistant,
      question: 'a',
      alternatives: '[]',
      answer: 'a',
      chunk_ids: '[]',
      enabled: false,
    },
  };
}

function rowsOfFlows(account: string) {
  const [flow, flowRun, flowTrigger] = [newId(), newId(), newId()];
  return {
    flows: { id: flow, owner_id: account, name: 'a', description: '', graph: '{}' },
    flow_mails: { id: newId() },
    flow_triggers: { id: flowTrigger, flow_id: flow, name: 'a', settings: '{}', owner_id: account },
    flow_trigger_calls: { trigger_id: flowTrigger, signature: 'a' },
    flow_credentials: { id: newId(), name: 'a', host: 'a', sealed_secret: 'a', secret_ending: 'a' },
    flow_versions: { flow_id: flow, number: 1, graph: '{}', note: '' },
    flow_runs: {
      id: flowRun,
      flow_id: flow,
      graph: '{}',
      account_id: account,
      source: 'editor',
      language: 'en',
      question: 'a',
      memory: '{}',
      state: 'finished',
    },
    flow_run_steps: {
      run_id: flowRun,
      key: 'begin#1',
      frame: '',
      node_id: 'begin',
      visit: 1,
      status: 'succeeded',
      stale: false,
      inputs: '{}',
      outputs: '{}',
      citations: '[]',
      attempts: 1,
      journal: '{}',
      tokens: 0,
      price: 0,
      started_at: new Date(),
    },
  };
}

function rowsOfWebhooks(account: string) {
  const [endpoint, event] = [newId(), newId()];
  return {
    webhook_endpoints: { id: endpoint, owner_id: account, url: 'a', events: [], sealed_secret: 'a' },
    webhook_events: { id: event, type: 'a', data: '{}' },
    webhook_deliveries: { id: newId(), endpoint_id: endpoint, event_id: event, state: 'failed' },
    webhook_open_conversations: { conversation_id: newId(), finished_at: inADay() },
  };
}

function rowsOfMcpServers() {
  const server = newId();
  return {
    mcp_servers: { id: server, name: 'a', url: 'a', header_name: 'a', checked_at: inADay() },
    mcp_tools: {
      ...{ id: newId(), server_id: server, position: 0, name: 'a', title: '', description: '' },
      ...{ input_schema: '{}', reads_only: true, revision: 'a' },
    },
  };
}

async function insertRows(query: Query, company: string, rows: Record<string, object>): Promise<void> {
  for (const [table, row] of Object.entries(rows)) {
    const fields = { company_id: company, ...row };
    const places = Object.keys(fields).map((_, place) => `$${place + 1}`);
    await query(
      `insert into ${table} (${Object.keys(fields).join(', ')}) values (${places.join(', ')})`,
      Object.values(fields),
    );
  }
}

/** A widget, and what a visitor leaves. */
function rowsOfWidgets(assistant: string, account: string, n: string): Record<string, object> {
  const [widget, visitor, conversation, message] = [newId(), newId(), newId(), newId()];
  const ofVisitor = { token_hash: `visitor${n}`, visitor_id: visitor, expires_at: inADay() };
  return {
    widgets: {
      id: widget,
      assistant_id: assistant,
      public_id: `w${n}`,
      name: 'a',
      sites: [],
      appearance: '{}',
    },
    widget_visitors: { id: visitor, widget_id: widget, site: '' },
    visitor_tokens: ofVisitor,
    widget_used_identities: ofVisitor,
    conversations: {
      id: conversation,
      assistant_id: assistant,
      account_id: account,
      origin: 'visitor',
      name: 'a',
    },
    messages: { id: message, conversation_id: conversation, role: 'user', content: 'a', status: 'complete' },
    tool_decisions: { tool_call_id: newId(), message_id: message, allowed: true },
    widget_conversations: { conversation_id: conversation, widget_id: widget, visitor_id: visitor, site: '' },
  };
}

const savedSearch = (account: string) => ({
  id: newId(),
  account_id: account,
  origin: 'app',
  name: 'a',
  question: 'a',
  knowledge_base_ids: [],
  filters: '{}',
});
