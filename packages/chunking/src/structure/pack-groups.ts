import type { Chunk } from '../chunk.ts';
import type { SizeOptions } from '../options.ts';
import { packChunks } from '../pack-chunks.ts';
import type { Unit } from '../split/unit.ts';
import type { CountTokens } from '../tokens.ts';

/** Packs each group into chunks of its own, numbered through. */
export function packGroups(
  groups: readonly (readonly Unit[])[],
  values: SizeOptions,
  countTokens: CountTokens,
): Chunk[] {
  const chunks: Chunk[] = [];
  for (const units of groups) {
    const { chunkTokenNumber: budget, chunkOverlap, groupByPage } = values;
    const firstOrdinal = chunks.length;
    chunks.push(
      ...packChunks(units, { budget, countTokens, chunkOverlap, groupByPage, isGrouped: true, firstOrdinal }),
    );
  }
  return chunks;
}
