import type { Segment } from '../split/segments.ts';
import { listSectionSegments, type Section, type Structure } from './sections.ts';

export const provisionGroups = ['article', 'section', 'chapter'] as const;
export type ProvisionGroup = (typeof provisionGroups)[number];

/** What is cut as one: a provision, the text of a chapter before its first provision, an annex. */
export type SegmentGroup = {
  /** In reading order; the titles of what begins here come first. */
  segments: Segment[];
  /** The section whose title names all of it. Absent for text before every heading. */
  section?: Section;
};

/** Groups a document by its provisions, or by the sections or chapters above them. */
export function groupProvisions({ root, provision }: Structure, groupBy: ProvisionGroup): SegmentGroup[] {
  const limit = findLimit(root, provision, groupBy);
  const groups: SegmentGroup[] = [];
  let titles: Segment[] = [];
  visit(root);
  if (titles.length > 0) {
    const last = groups.at(-1);
    if (last) last.segments.push(...titles);
    else groups.push({ segments: titles });
  }
  return groups;

  function visit(section: Section): void {
    let run = [...section.titles, ...section.body];
    const flush = () => {
      const isTitleOnly = run.every((segment) => segment.isTitle || segment.block.text.trim() === '');
      // A provision of one line is complete; any other title names what comes next.
      const isComplete =
        provision !== undefined && section.kind === provision && section.children.length === 0;
      if (isTitleOnly && !isComplete) titles.push(...run);
      else {
        groups.push({ segments: [...titles, ...run], ...(section === root ? {} : { section }) });
        titles = [];
      }
      run = [];
    };
    for (const child of section.children) {
      if (child.rank > limit) run.push(...listSectionSegments(child));
      else {
        flush();
        visit(child);
      }
    }
    flush();
  }
}

/** The rank down to which sections are groups of their own. */
function findLimit(root: Section, provision: Section['kind'], groupBy: ProvisionGroup): number {
  const sections = listSections(root);
  const rankOf = (kind: Section['kind']) => sections.find((section) => section.kind === kind)?.rank;
  const innermost = provision === undefined ? undefined : rankOf(provision);
  if (groupBy === 'article' || innermost === undefined)
    return innermost ?? sections.reduce((most, { rank }) => Math.max(most, rank), 0);
  const above = [...new Set(sections.map(({ rank }) => rank))]
    .filter((rank) => rank < innermost)
    .sort((a, b) => a - b);
  const wanted = rankOf(groupBy) ?? (groupBy === 'section' ? above.at(-1) : above[0]);
  return wanted !== undefined && wanted < innermost ? wanted : (above.at(-1) ?? innermost);
}

function listSections(section: Section): Section[] {
  return section.children.flatMap((child) => [child, ...listSections(child)]);
}
