import pg from 'pg';
import { normaliseHostname, readAllowedHosts } from '../outbound/address-rules.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { type Resolve, resolveBySystem, resolveChecked } from '../outbound/resolve-checked.ts';

export type ReadOnlyQuery = {
  /** `postgres://user:password@host:5432/database`. */
  url: string;
  sql: string;
  parameters: (string | null)[];
  maxRows: number;
  timeoutMs: number;
  /** Private hosts that an administrator allowed, as for every request. */
  allowedHosts: readonly string[];
  resolve?: Resolve;
  signal?: AbortSignal;
};

export type Cell = string | number | boolean | null;
export type ReadOnlyResult = { columns: string[]; rows: Cell[][]; truncated: boolean };

/** The database refused the statement, or could not be reached. Its own words, never those of the connection. */
export class CompanyDatabaseError extends Error {}

/** Ports at which databases and their poolers listen; at others an administrator has to allow the host. */
const databasePorts = new Set([5432, 5433, 6432, 6543]);
const connectMs = 10_000;
/** One cell may be as large as the memory of its server. */
const mostBytes = 16 * 1024 ** 2;
const longestCell = 20_000;
const numbers = new Set([20, 21, 23, 26, 700, 701, 1700]);

/**
 * Runs one statement that reads, in a transaction that can change nothing, and gives its first rows. A cursor takes
 * queries only, and the extended protocol one statement only.
 */
export async function queryReadOnly(query: ReadOnlyQuery): Promise<ReadOnlyResult> {
  const { sql, parameters, maxRows, timeoutMs, signal } = query;
  signal?.throwIfAborted();
  const client = await connect(query);
  const stop = () => client.connection.stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, timeoutMs + connectMs);
  let received = 0;
  client.connection.stream.on('data', (piece: Uint8Array) => {
    received += piece.length;
    if (received > mostBytes) stop();
  });
  try {
    await client.query('begin read only');
    await client.query(`set local statement_timeout = ${Math.ceil(timeoutMs)}`);
    const text = `declare answer no scroll cursor for\n${sql.trim().replace(/;+$/, '')}\n`;
    await client.query({ text, values: parameters, queryMode: 'extended' } as pg.QueryConfig);
    const { fields, rows } = await client.query<Cell[]>({
      text: `fetch ${maxRows + 1} from answer`,
      rowMode: 'array',
      types: { getTypeParser: (type: number) => (value: string) => readCell(type, value) } as never,
    });
    return {
      columns: fields.map(({ name }) => name),
      rows: rows.slice(0, maxRows),
      truncated: rows.length > maxRows,
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (received > mostBytes) throw new CompanyDatabaseError('the answer is too large');
    throw explain(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // The transaction ends with its connection.
    client.end().catch(() => {});
  }
}

type Client = pg.Client & { connection: { stream: NodeJS.ReadableStream & { destroy: () => void } } };

async function connect({ url, allowedHosts, resolve = resolveBySystem }: ReadOnlyQuery): Promise<Client> {
  const target = URL.parse(url);
  if (!target || !/^postgres(ql)?:$/.test(target.protocol) || target.hostname === '')
    throw new CompanyDatabaseError(
      'the connection is not an address such as postgres://user:password@host/name',
    );
  const hostname = normaliseHostname(target.hostname);
  const port = Number(target.port) || 5432;
  const allowed = readAllowedHosts(allowedHosts).includes(hostname, port);
  if (!allowed && !databasePorts.has(port)) throw new CompanyDatabaseError(`port ${port} is not allowed`);
  const [address] = await resolveChecked(hostname, allowed, resolve).catch((error) => {
    throw error instanceof OutboundError ? new CompanyDatabaseError(error.message) : error;
  });
  const mode = target.searchParams.get('sslmode') ?? (allowed ? 'disable' : 'verify-full');
  const client = new pg.Client({
    // The one that was checked; the name is for the certificate.
    host: address as string,
    port,
    user: decodeURIComponent(target.username),
    password: decodeURIComponent(target.password),
    database: decodeURIComponent(target.pathname.slice(1)),
    connectionTimeoutMillis: connectMs,
    ssl: mode === 'disable' ? false : { servername: hostname, rejectUnauthorized: mode.startsWith('verify') },
    application_name: 'lectern',
  }) as Client;
  // Reported by the query that is under way.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw explain(error);
  }
  return client;
}

function explain(error: unknown): CompanyDatabaseError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const said =
    error instanceof pg.DatabaseError ? String(message) : typeof code === 'string' ? code : 'no answer';
  return new CompanyDatabaseError(said.slice(0, 500), { cause: error });
}

function readCell(type: number, value: string): Cell {
  if (type === 16) return value === 't';
  if (
    numbers.has(type) &&
    Number.isFinite(Number(value)) &&
    Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER
  )
    return Number(value);
  return value.length > longestCell ? `${value.slice(0, longestCell)}…` : value;
}
