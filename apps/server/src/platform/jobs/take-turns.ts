import type { Database } from '../database/database.ts';

/** What a job needs in its data so that the people and knowledge bases of its company take turns. */
export type TurnData = {
  personId?: string;
  knowledgeBaseId?: string;
  /** Grows with time: jobs of one person and knowledge base are run in the order in which they came. */
  order?: string;
};

type TakenJob = { id: string; groupId?: string | null | undefined; data: TurnData };
type Candidate = { id: string; data: TurnData; order: string };

/** When this process last gave a turn to a person, or to a knowledge base of a person. */
export type ServedTimes = Map<string, number>;

const mostServed = 10_000;

/**
 * Jobs are queued fairly between companies. Which of its waiting jobs a company runs next is decided here, when its
 * turn has come: the one that was taken from the queue swaps its data with the job of the person and knowledge base
 * that waited longest. Returns the data to run.
 */
export async function takeTurns<Taken extends TakenJob>(
  database: Database,
  name: string,
  taken: Taken[],
  served: ServedTimes,
): Promise<Taken['data'][]> {
  const dataOf = new Map<string, TurnData>(taken.map(({ id, data }) => [id, data]));
  const companies = Map.groupBy(taken, ({ groupId }) => groupId ?? '');
  for (const [companyId, own] of companies) {
    if (companyId === '') continue;
    const ids = own.map(({ id }) => id);
    const chosen = chooseTurns(await listCandidates(database, { name, companyId, ids }), ids.length, served);
    const incoming = chosen.filter(({ id }) => !ids.includes(id));
    const outgoing = ids.filter((id) => !chosen.some((candidate) => candidate.id === id));
    for (const [id, data] of await swapData(database, incoming, outgoing)) dataOf.set(id, data);
  }
  return taken.map(({ id, data }) => dataOf.get(id) ?? data);
}

/** The jobs that were taken and those that wait, the first of every person and knowledge base. */
async function listCandidates(
  database: Database,
  { name, companyId, ids }: { name: string; companyId: string; ids: string[] },
): Promise<Candidate[]> {
  const { rows } = await database.pool.query<Candidate>(
    `select id, data, "order" from (
       select id, data, coalesce(data->>'order', created_on::text) as "order", row_number() over (
         partition by data->>'personId', data->>'knowledgeBaseId'
         order by coalesce(data->>'order', created_on::text)) as round
       from pgboss.job where name = $1 and group_id = $2
         and ((state < 'active' and not blocked and start_after <= now()) or id = any($3::uuid[]))) as waiting
     where round <= $4`,
    [name, companyId, ids, ids.length],
  );
  return rows;
}

/** People take turns, and the knowledge bases of each; within one, what came first goes first. */
export function chooseTurns(candidates: Candidate[], count: number, served: ServedTimes): Candidate[] {
  const people = new Map<string, Map<string, Candidate[]>>();
  const sorted = candidates.toSorted((a, b) => (a.order < b.order ? -1 : 1));
  for (const candidate of sorted) {
    const { personId = '', knowledgeBaseId = '' } = candidate.data;
    const bases = people.get(personId) ?? new Map<string, Candidate[]>();
    people.set(personId, bases);
    bases.set(knowledgeBaseId, [...(bases.get(knowledgeBaseId) ?? []), candidate]);
  }
  const chosen: Candidate[] = [];
  while (chosen.length < count && people.size > 0) {
    const person = longestUnserved(people.keys(), (id) => served.get(id));
    const bases = people.get(person) as Map<string, Candidate[]>;
    const base = longestUnserved(bases.keys(), (id) => served.get(`${person} ${id}`));
    const waiting = bases.get(base) as Candidate[];
    chosen.push(waiting.shift() as Candidate);
    if (waiting.length === 0) bases.delete(base);
    if (bases.size === 0) people.delete(person);
    const turn = (served.get('turn') ?? 0) + 1;
    if (served.size > mostServed) served.clear();
    served.set('turn', turn).set(person, turn).set(`${person} ${base}`, turn);
  }
  return chosen;
}

function longestUnserved(ids: Iterable<string>, lastTurn: (id: string) => number | undefined): string {
  let best: string | undefined;
  for (const id of ids) if (best === undefined || (lastTurn(id) ?? 0) < (lastTurn(best) ?? 0)) best = id;
  return best as string;
}

/** Jobs that another process takes at this moment are left to it. */
async function swapData(
  database: Database,
  incoming: Candidate[],
  outgoing: string[],
): Promise<[id: string, data: TurnData][]> {
  if (incoming.length === 0) return [];
  const { rows } = await database.pool.query<{ id: string; data: TurnData }>(
    `with locked as (
       select id, data from pgboss.job where id = any($1::uuid[]) and state < 'active' for update skip locked),
     pairs as (
       select promoted.id as promoted_id, promoted.data as promoted_data, own.id as own_id, own.data as own_data
       from (select *, row_number() over (order by id) as place from locked) as promoted
       join (select job.id, job.data, given.place from unnest($2::uuid[]) with ordinality as given(id, place)
             join pgboss.job on job.id = given.id) as own using (place)),
     swapped as (
       select promoted_id as id, own_data as data from pairs union all select own_id, promoted_data from pairs)
     update pgboss.job set data = swapped.data from swapped where job.id = swapped.id
     returning job.id, job.data`,
    [incoming.map(({ id }) => id), outgoing],
  );
  return rows.filter(({ id }) => outgoing.includes(id)).map(({ id, data }) => [id, data]);
}
