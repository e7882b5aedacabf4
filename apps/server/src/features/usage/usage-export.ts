import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { and, asc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database/database.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { accounts } from '../accounts/account.table.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { companies } from '../companies/company.table.ts';
import { flowNamesPort } from './flow-names-port.ts';
import { type UsageFilter, whereUsage } from './usage.queries.ts';
import { modelCallKinds, usageRecords } from './usage.table.ts';
import type { UsageRange } from './usage-range.ts';

/** Rows that are in memory at a time. */
const pageRows = 2_000;
/** Spreadsheets take text without it for the encoding of their country. */
const byteOrderMark = '\uFEFF';

type Wanted = {
  kind: 'requests' | 'tokens';
  range: UsageRange;
  filter: UsageFilter;
  /** For the file's name; empty: every company. */
  company: string;
  currency: string;
  everyCompany: boolean;
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
};

type Row = Awaited<ReturnType<typeof readPage>>[number];
type Column = [head: string, value: (row: Row) => string | number | boolean | null];

/** Every row of the range, oldest first, page by page: each in a transaction of its own, so that a slow reader holds none. */
export async function exportUsage(wanted: Wanted): Promise<FileAnswer> {
  const columns = listColumns(wanted);
  // Read before the answer begins, so that a fault is still a status.
  const first = await wanted.run((tx) => readPage(tx, wanted, undefined));
  const { kind, company, range } = wanted;
  const name = [company || 'Lectern', kind, range.from, range.to].join(' ').replace(/[\\/:*?"<>|]/g, '-');
  return {
    stream: Readable.from(writePages(wanted, columns, first)),
    mediaType: 'text/csv; charset=utf-8',
    name: `${name}.csv`,
  };
}

async function* writePages(wanted: Wanted, columns: Column[], first: Row[]): AsyncGenerator<string> {
  yield byteOrderMark + write([columns.map(([head]) => head)]);
  let page = first;
  while (page.length > 0) {
    yield write(page.map((row) => columns.map(([, value]) => value(row))));
    const last = page.at(-1) as Row;
    page = page.length < pageRows ? [] : await wanted.run((tx) => readPage(tx, wanted, last));
  }
}

/** Names are written by people: what a spreadsheet would take for a formula is made text. */
function write(rows: unknown[][]): string {
  return stringify(rows, {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String },
  });
}

const answers = alias(usageRecords, 'answers');

/** `request:…` → `answer:…`: both name the answer. */
const asksFor = 'request:';
const answerTo = (operation: string) => `answer:${operation.slice(asksFor.length)}`;

/** A question's model is its answer's. */
function isAnsweredBy(modelId: string): SQL {
  return sql`exists (
    select from ${usageRecords} ${answers}
    where ${answers.companyId} = ${usageRecords.companyId} and ${answers.modelId} = ${modelId}
      and ${answers.operationId} = 'answer:' || substr(${usageRecords.operationId}, ${asksFor.length + 1}))`;
}

async function readPage(tx: Tx, wanted: Wanted, after: { at: string; id: string } | undefined) {
  const rows = await readLedgerPage(tx, wanted, after);
  const ends = wanted.kind === 'requests' ? await readAnswers(tx, rows) : new Map<string, never>();
  return rows.map((entry) => ({
    ...entry,
    answer: ends.get(`${entry.row.companyId} ${answerTo(entry.row.operationId ?? '')}`),
  }));
}

function readLedgerPage(
  tx: Tx,
  { kind, range, filter }: Wanted,
  after: { at: string; id: string } | undefined,
) {
  const { modelId, ...rest } = filter;
  const conditions: (SQL | undefined)[] = [
    gte(usageRecords.createdAt, range.bounds[0] as Date),
    lt(usageRecords.createdAt, range.bounds.at(-1) as Date),
    inArray(usageRecords.kind, kind === 'requests' ? ['request'] : modelCallKinds),
    ...whereUsage(kind === 'requests' ? rest : filter),
    kind === 'requests' && modelId !== undefined ? isAnsweredBy(modelId) : undefined,
    after &&
      sql`(${usageRecords.createdAt}, ${usageRecords.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`,
  ];
  return tx
    .select({
      row: usageRecords,
      id: usageRecords.id,
      // As the database has it: a date of ours is too coarse to continue from.
      at: sql<string>`${usageRecords.createdAt}::text`,
      company: companies.name,
      account: accounts.username,
      email: accounts.email,
      flow: flowNamesPort.get().nameOf(sql`${usageRecords.flowId}`),
      assistant: sql<string | null>`case when ${assistants.deletedAt} is null then ${assistants.name} end`,
    })
    .from(usageRecords)
    .leftJoin(companies, sql`${companies.id} = ${usageRecords.companyId}`)
    .leftJoin(accounts, sql`${accounts.id} = ${usageRecords.accountId}`)
    .leftJoin(assistants, sql`${assistants.id} = ${usageRecords.assistantId}`)
    .where(and(...conditions))
    .orderBy(asc(usageRecords.createdAt), asc(usageRecords.id))
    .limit(pageRows);
}

/**
 * How the questions of a page ended, by company and operation. In a statement of its own: joined, the
 * database pairs the whole ledger with itself before it takes a page.
 */
async function readAnswers(tx: Tx, page: Awaited<ReturnType<typeof readLedgerPage>>) {
  if (page.length === 0) return new Map<string, never>();
  const rows = await tx
    .select({
      companyId: usageRecords.companyId,
      operationId: usageRecords.operationId,
      outcome: usageRecords.outcome,
      durationMs: usageRecords.durationMs,
      modelId: usageRecords.modelId,
      modelName: usageRecords.modelName,
    })
    .from(usageRecords)
    .where(
      and(
        inArray(usageRecords.companyId, [...new Set(page.map(({ row }) => row.companyId))]),
        inArray(
          usageRecords.operationId,
          page.flatMap(({ row }) => (row.operationId === null ? [] : answerTo(row.operationId))),
        ),
      ),
    );
  return new Map(rows.map((row) => [`${row.companyId} ${row.operationId}`, row]));
}

function listColumns({ kind, range, currency, everyCompany }: Wanted): Column[] {
  const who: Column[] = [
    ['time', ({ row }) => range.zone.format(row.createdAt)],
    ...(everyCompany
      ? ([
          ['company', ({ company }) => company],
          ['company_id', ({ row }) => row.companyId],
        ] satisfies Column[])
      : []),
    ['account', ({ account }) => account],
    ['email', ({ email }) => email],
    ['account_id', ({ row }) => row.accountId],
    ['assistant', ({ assistant }) => assistant],
    ['assistant_id', ({ row }) => row.assistantId],
    ['flow', ({ flow }) => flow],
    ['flow_id', ({ row }) => row.flowId],
    ['source', ({ row }) => row.source],
  ];
  if (kind === 'requests')
    return [
      ...who,
      ['model', ({ answer }) => answer?.modelName ?? null],
      ['model_id', ({ answer }) => answer?.modelId ?? null],
      // Empty while the answer is being written.
      ['outcome', ({ answer }) => answer?.outcome ?? null],
      ['duration_ms', ({ answer }) => answer?.durationMs ?? null],
    ];
  return [
    ...who,
    ['kind', ({ row }) => row.kind],
    ['model', ({ row }) => row.modelName],
    ['model_id', ({ row }) => row.modelId],
    ['prompt_tokens', ({ row }) => row.promptTokens],
    ['completion_tokens', ({ row }) => row.completionTokens],
    ['embedding_tokens', ({ row }) => row.embeddingTokens],
    ['characters', ({ row }) => row.characters],
    ['estimated', ({ row }) => row.estimated],
    ['cost', ({ row }) => row.cost],
    ['currency', ({ row }) => (row.cost === null ? null : currency)],
    ['duration_ms', ({ row }) => row.durationMs],
    ['outcome', ({ row }) => row.outcome],
  ];
}
