import { unitCost } from '../split/pack-units.ts';
import type { Segment } from '../split/segments.ts';
import type { Unit } from '../split/unit.ts';
import { readMark } from './marks.ts';

const STEP = /^(?:step|étape|etape|schritt|步骤|步驟|第\s*[\d一二三四五六七八九十]+\s*步)/iu;
const WARNING =
  /^[\s!⚠•*]*(?:(?:warning|caution|danger|notice|important|attention|avertissement|mise en garde|mises en garde|prudence|remarque|note|tip|achtung|warnung|hinweis)\s*(?:[:：!.–—-]|$)|(?:警告|注意|危险|危險|小心|提示)\s*[:：!！]?)/iu;

type Role = 'lead' | 'step' | 'warning' | 'part' | 'text';

/**
 * Ties the steps of a procedure to each other and to the sentence that leads in, with the warnings and figures in
 * between, so that it is never cut where it fits one chunk. Of a longer one, each warning stays with its step.
 */
export function keepProceduresTogether(
  segments: readonly Segment[],
  unitsOf: ReadonlyMap<Segment, readonly Unit[]>,
  budget: number,
): Map<Segment, readonly Unit[]> {
  const tied = new Map(unitsOf);
  const roles = segments.map(readRole);
  segments.forEach((segment, index) => {
    const before = segments[index - 1];
    if (before && !segment.isTitle && isBareWarning(before)) tie(segment, tied);
  });
  let from = 0;
  while (from < segments.length) {
    const to = findProcedureEnd(roles, from);
    if (to > from) keepRunTogether(segments.slice(from, to), roles.slice(from, to), tied, budget);
    from = Math.max(to, from + 1);
  }
  return tied;
}

function readRole({ block, from, to, isTitle }: Segment): Role {
  if (isTitle) return 'text';
  const text = block.text.slice(from, to).trim();
  if (block.type === 'image' || block.type === 'caption') return 'part';
  if (!['paragraph', 'list_item'].includes(block.type)) return 'text';
  if (WARNING.test(text)) return 'warning';
  if (STEP.test(text)) return 'step';
  const marker = block.type === 'list_item' ? (block.marker ?? '') : '';
  if (/^\(?(?:\d{1,2}|[a-z])[.)]/i.test(marker)) return 'step';
  const mark = block.type === 'paragraph' ? readMark(text) : undefined;
  if ((mark?.kind === 'decimal1' && !mark.isBare) || (mark?.kind === 'item' && mark.number[0] === 1))
    return 'step';
  if (block.type === 'list_item') return 'part';
  return /[:：]$/.test(text) ? 'lead' : 'text';
}

/** A procedure has two steps or more, with nothing but its own parts and warnings between them. */
function findProcedureEnd(roles: readonly Role[], from: number): number {
  if (roles[from] === 'text' || roles[from] === 'part') return from;
  let end = from;
  let steps = 0;
  for (let at = from; at < roles.length && roles[at] !== 'text'; at++) {
    // Another sentence that leads in begins another procedure.
    if (roles[at] === 'lead' && at > from) break;
    if (roles[at] === 'step') steps++;
    end = at + 1;
  }
  return steps >= 2 || (steps === 1 && roles.slice(from, end).includes('warning')) ? end : from;
}

function keepRunTogether(
  segments: readonly Segment[],
  roles: readonly Role[],
  tied: Map<Segment, readonly Unit[]>,
  budget: number,
): void {
  const units = segments.flatMap((segment) => tied.get(segment) ?? []);
  const cost = units.reduce((sum, unit, index) => sum + unitCost(unit, units[index - 1]), 0);
  const fits = cost <= budget;
  segments.forEach((segment, index) => {
    const isWarned = roles[index] === 'step' && roles[index - 1] === 'warning';
    const isLastWarning = roles[index] === 'warning' && !roles.slice(index).includes('step');
    const isLedIn = index > 0 && roles[index - 1] === 'lead';
    if (index > 0 && (fits || isWarned || isLastWarning || isLedIn)) tie(segment, tied);
  });
}

function tie(segment: Segment, tied: Map<Segment, readonly Unit[]>): void {
  const [first, ...rest] = tied.get(segment) ?? [];
  if (first) tied.set(segment, [{ ...first, isTied: true }, ...rest]);
}

/** "CAUTION" or "!" alone, next to the paragraph that says what of. */
function isBareWarning({ block, isTitle }: Segment): boolean {
  return !isTitle && block.text.length <= 24 && (WARNING.test(block.text) || /^[\s!⚠]+$/u.test(block.text));
}
