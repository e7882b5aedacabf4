import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = 'apps/server/src';
const COMPOSITION = `${SERVER}/features.ts`;

/** Parts of a feature that only its own feature object uses. */
const PRIVATE_PARTS = /\.(routes|job|feature)\.ts$/;

/** The layers of the server, from the lowest to the highest: the platform, and the features as `features.ts` lists them. */
export function readLayers(root: string): string[] | undefined {
  const path = join(root, COMPOSITION);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\/features\/([^/]+)\//g)].map((match) => [
      match[1]!,
      match[2]!,
    ]),
  );
  const list = /export const features\b[^=]*= \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return ['platform', ...[...list.matchAll(/\w+/g)].map(([name]) => folders.get(name) ?? name)];
}

/** The feature or `platform` that a file of the server belongs to. */
function getLayer(path: string): string | undefined {
  const [, first, second] = new RegExp(`^${SERVER}/([^/]+)/([^/]+)(?:/|$)`).exec(path) ?? [];
  return first === 'features' ? second : first === 'platform' ? first : undefined;
}

/**
 * What is wrong with one import within the server. Files outside the layers put the features together and may import
 * everything but a feature's queries.
 */
export function checkLayerOrder(
  path: string,
  reached: string,
  layers: string[] | undefined,
): { sentence: string; isUpward: boolean } | undefined {
  const own = getLayer(path);
  const other = getLayer(reached);
  if (other === undefined || own === other) return undefined;
  const refuse = (reason: string, isUpward = false) => ({
    sentence: `${path} imports ${reached}: ${reason}`,
    isUpward,
  });
  if (own === undefined)
    return other !== 'platform' && reached.endsWith('.queries.ts')
      ? refuse('queries belong to the features; call a service.')
      : undefined;
  if (own === 'platform') return refuse('the platform knows no feature; use a hook or a port.', true);
  if (PRIVATE_PARTS.test(reached))
    return refuse('routes, jobs and feature objects are private to their feature.');
  if (!layers) return undefined;
  const [from, to] = [layers.indexOf(own), layers.indexOf(other)];
  if (from < 0) return refuse(`${own} is missing from ${COMPOSITION}.`);
  if (to < from) return undefined;
  return refuse(`${other} stands above ${own} in ${COMPOSITION}; use a hook or a port.`, true);
}

/** Groups of files that import each other in a circle, by Tarjan's algorithm. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];

  function visit(file: string): void {
    index.set(file, index.size);
    lowest.set(file, index.get(file)!);
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) {
        visit(next);
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
      } else if (onStack.has(next)) lowest.set(file, Math.min(lowest.get(file)!, index.get(next)!));
    }
    if (lowest.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const member of group) onStack.delete(member);
    if (group.length > 1 || graph.get(file)?.includes(file)) cycles.push(group.sort());
  }

  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return cycles;
}
