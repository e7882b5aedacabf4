import { type Compared, compare, type Measured, type QuestionFigures } from './variant-figures.ts';

export type Variant = {
  name: string;
  /** Only for these collections. */
  collections?: string[];
  /** Compared with this variant instead of the first. */
  against?: string;
};

/** `seconds` of processor time that indexing took. */
export type Indexed = { seconds: number };

type VariantSteps<Collection, Choice extends Variant, Made extends Indexed> = {
  /** What of a variant needs an index of its own: variants that have it alike share one. */
  indexOf: (variant: Choice) => unknown;
  index: (collection: Collection, variant: Choice) => Promise<Made>;
  ask: (collection: Collection, variant: Choice, made: Made) => Promise<QuestionFigures[]>;
};

/** Tries each variant on each collection and compares it with the first, which is the base line. */
export async function runVariants<
  Collection extends { name: string },
  Choice extends Variant,
  Made extends Indexed,
>(
  collections: readonly Collection[],
  variants: readonly Choice[],
  { indexOf, index, ask }: VariantSteps<Collection, Choice, Made>,
  onRow: (row: Compared) => void,
): Promise<Compared[]> {
  const made = new Map<string, Made>();
  const done = new Map<string, { measured: Measured; seconds: Map<string, number> }>();
  const rows: Compared[] = [];
  for (const variant of variants) {
    const measured: Measured = {};
    const seconds = new Map<string, number>();
    let isNew = false;
    for (const collection of collections) {
      if (variant.collections && !variant.collections.includes(collection.name)) continue;
      const key = JSON.stringify([collection.name, indexOf(variant)]);
      isNew ||= !made.has(key);
      const own = made.get(key) ?? (await index(collection, variant));
      made.set(key, own);
      seconds.set(collection.name, own.seconds);
      measured[collection.name] = await ask(collection, variant, own);
    }
    done.set(variant.name, { measured, seconds });
    const base = done.get(variant.against ?? variants[0]!.name)!;
    const sum = (of: Map<string, number>) =>
      [...seconds.keys()].reduce((total, name) => total + of.get(name)!, 0);
    const cost = isNew ? sum(seconds) / sum(base.seconds) : undefined;
    const row = compare(variant.name, measured, base.measured, cost);
    rows.push(row);
    onRow(row);
  }
  return rows;
}
