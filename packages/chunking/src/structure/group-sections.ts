import { unitCost } from '../split/pack-units.ts';
import type { Segment } from '../split/segments.ts';
import type { Unit } from '../split/unit.ts';
import { listSectionSegments, type Section } from './sections.ts';

export type GroupOptions = {
  /** Most tokens of a group, unless a section without subsections has more. */
  budget: number;
  /** A group below this share of the budget is joined with the sections next to it, as far as they fit. */
  smallShare: number;
  /** Sections that are never mixed with others, however small. */
  apart?: ReadonlySet<Section>;
};

/**
 * Groups the units of a document by its sections: a section that fits the budget is one group, another is taken apart
 * into its own text and its subsections, and so on; small neighbours of one parent are joined. Chapters are never
 * mixed. A title without text goes with what follows it, so that none is a group alone.
 */
export function groupSections(
  root: Section,
  unitsOf: ReadonlyMap<Segment, readonly Unit[]>,
  options: GroupOptions,
): Unit[][] {
  const chapterRank = findChapterRank(root);
  const unitsIn = (segments: readonly Segment[]) => segments.flatMap((segment) => unitsOf.get(segment) ?? []);
  return joinTitles(group(root));

  function group(section: Section): Unit[][] {
    const all = unitsIn(listSectionSegments(section));
    const isApart = section.children.some((child) => child.rank <= chapterRank || holdsApart(child));
    if (section.children.length === 0 || (!isApart && costOf(all) <= options.budget))
      return all.length > 0 ? [all] : [];
    const own = unitsIn([...section.titles, ...section.body]);
    const groups = [...(own.length > 0 ? [own] : []), ...section.children.flatMap(group)];
    return isApart ? groups : joinSmall(joinTitles(groups), options);
  }

  function holdsApart(section: Section): boolean {
    return options.apart !== undefined && (options.apart.has(section) || section.children.some(holdsApart));
  }
}

/** The rank that divides the document into chapters: those so called, else the outermost that occurs twice. */
function findChapterRank(root: Section): number {
  const ranks = new Map<number, number>();
  let named: number | undefined;
  const visit = (section: Section) => {
    ranks.set(section.rank, (ranks.get(section.rank) ?? 0) + 1);
    if (section.kind === 'chapter') named = section.rank;
    section.children.forEach(visit);
  };
  root.children.forEach(visit);
  const repeated = [...ranks].filter(([, count]) => count > 1).map(([rank]) => rank);
  return named ?? (repeated.length > 0 ? Math.min(...repeated) : Number.NEGATIVE_INFINITY);
}

function costOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit, index) => sum + unitCost(unit, units[index - 1]), 0);
}

function isTitleOnly(units: readonly Unit[]): boolean {
  return units.every((unit) => unit.isTitle || unit.tokens === 0);
}

/** Titles without text go to the head of the next group; those at the end stay with the group before. */
function joinTitles(groups: readonly Unit[][]): Unit[][] {
  const joined: Unit[][] = [];
  let titles: Unit[] = [];
  for (const units of groups) {
    if (isTitleOnly(units)) titles.push(...units);
    else {
      joined.push([...titles, ...units]);
      titles = [];
    }
  }
  if (titles.length === 0) return joined;
  const last = joined.pop() ?? [];
  return [...joined, [...last, ...titles]];
}

function joinSmall(groups: readonly Unit[][], { budget, smallShare }: GroupOptions): Unit[][] {
  const joined: { units: Unit[]; cost: number }[] = [];
  for (const units of groups) {
    const cost = costOf(units);
    const last = joined.at(-1);
    const isSmall = last && Math.min(last.cost, cost) < budget * smallShare;
    if (last && isSmall && last.cost + cost + 1 <= budget) {
      last.units.push(...units);
      last.cost += cost + 1;
    } else joined.push({ units: [...units], cost });
  }
  return joined.map(({ units }) => units);
}
