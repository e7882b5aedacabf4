import type pg from 'pg';

/** A statement that came so often is worth preparing: the database parses it once per connection. */
const prepareAfter = 8;
/** Prepared statements take memory in every connection. */
const mostPrepared = 150;
const mostCounted = 2_000;

/** A page of a list: how best to read it depends on whose it is, which the plan of a prepared statement does not know. */
const isPaged = (text: string) => / limit \$\d+/.test(text);

/** Counts what the connections of one pool send; the function that it returns has a connection prepare the most frequent. */
export function createStatementNaming(): (client: pg.ClientBase) => void {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostPrepared || isPaged(text)) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < prepareAfter) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `frequent_${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  return (client) => {
    const query = client.query.bind(client) as (config: unknown, ...others: unknown[]) => unknown;
    client.query = ((config: string | pg.QueryConfig | pg.Submittable, ...others: unknown[]) => {
      const isPlain = typeof config === 'object' && !('submit' in config) && config.name === undefined;
      const name = isPlain ? nameOf((config as pg.QueryConfig).text) : undefined;
      return query(name === undefined ? config : { ...(config as pg.QueryConfig), name }, ...others);
    }) as typeof client.query;
  };
}
