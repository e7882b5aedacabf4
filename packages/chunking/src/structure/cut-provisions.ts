import type { Chunk } from '../chunk.ts';
import { type SizeOptions, toUnitOptions } from '../options.ts';
import { packChunks } from '../pack-chunks.ts';
import { unitCost } from '../split/pack-units.ts';
import type { Unit } from '../split/unit.ts';
import { listSegmentUnits } from '../split/units.ts';
import type { CountTokens } from '../tokens.ts';
import type { SegmentGroup } from './group-provisions.ts';

/** Cuts each group into chunks of its own; one that is too long has its title at the head of every part. */
export function cutProvisions(
  groups: readonly SegmentGroup[],
  { format, values, countTokens }: { format: string; values: SizeOptions; countTokens: CountTokens },
): Chunk[] {
  const { chunkTokenNumber: budget, chunkOverlap, groupByPage } = values;
  const options = toUnitOptions(values, countTokens);
  const chunks: Chunk[] = [];
  for (const group of groups) {
    let units = listSegmentUnits(group.segments, format, options).flat();
    const lead = buildLead(group, units, countTokens);
    // Parts are cut so that the title fits above them; a table is rather whole without it.
    if (lead && costOf(units) > budget && lead.tokens * 4 <= budget)
      units = listSegmentUnits(group.segments, format, {
        ...options,
        budget: budget - lead.tokens - 1,
        tableBudget: budget,
      }).flat();
    const packed = packChunks(units, {
      budget,
      countTokens,
      chunkOverlap,
      groupByPage,
      isGrouped: true,
      firstOrdinal: chunks.length,
      ...(lead ? { lead: [lead] } : {}),
    });
    chunks.push(...packed);
  }
  return chunks;
}

function costOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit, index) => sum + unitCost(unit, units[index - 1]), 0);
}

function buildLead(
  { section }: SegmentGroup,
  units: readonly Unit[],
  countTokens: CountTokens,
): Unit | undefined {
  const block = (section?.titles[0] ?? section?.body[0])?.block;
  const first = units.find((unit) => unit.block === block);
  if (!section || !first) return undefined;
  const hashes = first.block.type === 'heading' ? (first.prefix.match(/^#+ /)?.[0] ?? '') : '';
  const rendered = hashes + section.title;
  return { ...first, prefix: '', rendered, tokens: countTokens(rendered) };
}
