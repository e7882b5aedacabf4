/** A row as a test thinks of it; what is left out is nothing, or the company's first person. */
export type LedgerRow = {
  kind: 'request' | 'answer' | 'chat' | 'embedding' | 'rerank';
  at: string;
  accountId?: string | null;
  assistantId?: string;
  source?: 'app' | 'api' | 'ingest' | 'retrieval_test';
  operationId?: string;
  modelId?: string;
  modelName?: string;
  promptTokens?: number;
  completionTokens?: number;
  embeddingTokens?: number;
  cost?: number;
  estimated?: boolean;
  durationMs?: number;
  outcome?: string;
};

/** The server under test, as far as it is needed here. */
type Server = { query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]> };

/** Rows of any day, which no call can make: slots that were made before they came are made again. */
export async function appendLedger(server: Server, companyId: string, rows: LedgerRow[]): Promise<void> {
  const [first] = await server.query(
    'select account_id as id from memberships where company_id = $1 order by created_at limit 1',
    [companyId],
  );
  for (const row of rows)
    await server.query(
      `insert into usage_records (id, company_id, account_id, assistant_id, kind, source, operation_id, model_id, model_name,
         prompt_tokens, completion_tokens, embedding_tokens, cost, estimated, duration_ms, outcome, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        companyId,
        row.accountId === undefined ? first?.id : row.accountId,
        row.assistantId ?? null,
        row.kind,
        row.source ?? 'app',
        row.operationId ?? null,
        row.kind === 'request' ? null : (row.modelId ?? null),
        row.kind === 'request' ? null : (row.modelName ?? null),
        row.promptTokens ?? 0,
        row.completionTokens ?? 0,
        row.embeddingTokens ?? 0,
        row.cost ?? null,
        row.estimated ?? false,
        row.durationMs ?? 0,
        row.outcome ?? 'ok',
        row.at,
      ],
    );
  await server.query('delete from usage_slots');
}
