import { ModelError } from '../../ports.ts';
import type { JsonClient } from '../json-client.ts';

/** More than any provider offers; what comes back is somebody else's. */
const mostModels = 5_000;

/** The `/models` call: the names of what a key opens, sorted. Some servers send the bare list. */
export async function listOpenAiModels(
  client: JsonClient,
  signal?: AbortSignal,
  path = '/models',
): Promise<string[]> {
  const answer = await client.getJson(path, signal);
  const { data = answer } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw new ModelError('bad_response', { detail: 'no models in the answer' });
  const names = data.flatMap((item: { id?: unknown } | null) =>
    typeof item?.id === 'string' && item.id !== '' ? [item.id] : [],
  );
  return [...new Set(names)].sort().slice(0, mostModels);
}
