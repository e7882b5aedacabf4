import { childElements, findChild, type XmlElement } from '../../archive/xml.ts';
import { formatNumber } from '../number-text.ts';

type Level = { format: string; text: string; start: number; isLegal: boolean; restartAfter?: number };
type AbstractList = {
  id: string;
  levels: Map<number, Level>;
  levelByStyle: Map<string, number>;
  numStyleLink?: string;
  styleLink?: string;
};
type ListInstance = { abstractId: string; overrides: Map<number, { start?: number; level?: Level }> };

/** Computes the automatic numbers of a document; it must be asked in reading order, once a paragraph. */
export type Numbering = {
  /** The marker of the next paragraph in a list, such as "1.2.1" or "•"; undefined when the list has none. */
  next: (numId: string, level: number) => { marker: string; isBullet: boolean } | undefined;
  /** The level that a list gives to a paragraph style. */
  findStyleLevel: (numId: string, styleId: string) => number | undefined;
};

/** Reads `numbering.xml`. */
export function readNumberingPart(root: XmlElement | undefined): Numbering {
  const abstracts = new Map<string, AbstractList>();
  const instances = new Map<string, ListInstance>();
  for (const element of root ? childElements(root, 'w:abstractNum') : []) {
    const list = readAbstractList(element);
    abstracts.set(list.id, list);
  }
  for (const element of root ? childElements(root, 'w:num') : []) {
    const id = element.attributes['w:numId'];
    const abstractId = findChild(element, 'w:abstractNumId')?.attributes['w:val'];
    if (id !== undefined && abstractId !== undefined) instances.set(id, readInstance(element, abstractId));
  }
  const counters = new Map<string, number[]>();
  const startedInstances = new Set<string>();

  function findAbstract(numId: string): AbstractList | undefined {
    const list = abstracts.get(instances.get(numId)?.abstractId ?? '');
    if (list?.numStyleLink === undefined) return list;
    return [...abstracts.values()].find((other) => other.styleLink === list.numStyleLink) ?? list;
  }

  function findLevel(numId: string, level: number): Level | undefined {
    return instances.get(numId)?.overrides.get(level)?.level ?? findAbstract(numId)?.levels.get(level);
  }

  function next(numId: string, level: number) {
    const abstract = findAbstract(numId);
    const definition = findLevel(numId, level);
    if (!abstract || !definition) return undefined;
    const counts = counters.get(abstract.id) ?? [];
    counters.set(abstract.id, counts);
    if (!startedInstances.has(numId)) {
      startedInstances.add(numId);
      for (const [overridden, { start }] of instances.get(numId)?.overrides ?? []) {
        if (start !== undefined) counts[overridden] = start - 1;
      }
    }
    for (let above = 0; above < level; above++) counts[above] ??= findLevel(numId, above)?.start ?? 1;
    counts[level] = (counts[level] ?? definition.start - 1) + 1;
    resetBelow(counts, level, (below) => findLevel(numId, below)?.restartAfter);
    if (definition.format === 'bullet') return { marker: readableBullet(definition.text), isBullet: true };
    const marker = definition.text.replace(/%([1-9])/g, (_match, digit: string) => {
      const index = Number(digit) - 1;
      const format = definition.isLegal ? 'decimal' : (findLevel(numId, index)?.format ?? 'decimal');
      return formatNumber(counts[index] ?? findLevel(numId, index)?.start ?? 1, format);
    });
    return marker.trim() === '' ? undefined : { marker: marker.trim(), isBullet: false };
  }

  return { next, findStyleLevel: (numId, styleId) => findAbstract(numId)?.levelByStyle.get(styleId) };
}

/** Deeper levels begin again, unless they say that they restart only after a higher level (0: never). */
function resetBelow(
  counts: number[],
  level: number,
  restartAfter: (level: number) => number | undefined,
): void {
  for (let below = counts.length - 1; below > level; below--) {
    const restart = restartAfter(below);
    if (restart === undefined || (restart > 0 && level < restart)) delete counts[below];
  }
}

function readAbstractList(element: XmlElement): AbstractList {
  const levels = new Map<number, Level>();
  const levelByStyle = new Map<string, number>();
  for (const level of childElements(element, 'w:lvl')) {
    const index = Number(level.attributes['w:ilvl'] ?? 0);
    levels.set(index, readLevel(level));
    const style = findChild(level, 'w:pStyle')?.attributes['w:val'];
    if (style !== undefined) levelByStyle.set(style, index);
  }
  const numStyleLink = findChild(element, 'w:numStyleLink')?.attributes['w:val'];
  const styleLink = findChild(element, 'w:styleLink')?.attributes['w:val'];
  return {
    id: element.attributes['w:abstractNumId'] ?? '',
    levels,
    levelByStyle,
    ...(numStyleLink === undefined ? {} : { numStyleLink }),
    ...(styleLink === undefined ? {} : { styleLink }),
  };
}

function readLevel(element: XmlElement): Level {
  const restart = findChild(element, 'w:lvlRestart')?.attributes['w:val'];
  return {
    format: findChild(element, 'w:numFmt')?.attributes['w:val'] ?? 'decimal',
    text: findChild(element, 'w:lvlText')?.attributes['w:val'] ?? '',
    start: Number(findChild(element, 'w:start')?.attributes['w:val'] ?? 1),
    isLegal: findChild(element, 'w:isLgl') !== undefined,
    ...(restart === undefined ? {} : { restartAfter: Number(restart) }),
  };
}

function readInstance(element: XmlElement, abstractId: string): ListInstance {
  const overrides: ListInstance['overrides'] = new Map();
  for (const override of childElements(element, 'w:lvlOverride')) {
    const start = findChild(override, 'w:startOverride')?.attributes['w:val'];
    const level = findChild(override, 'w:lvl');
    overrides.set(Number(override.attributes['w:ilvl'] ?? 0), {
      ...(start === undefined ? {} : { start: Number(start) }),
      ...(level ? { level: readLevel(level) } : {}),
    });
  }
  return { abstractId, overrides };
}

/** Bullets of symbol fonts are in the private use area, where no other font has a sign. */
function readableBullet(text: string): string {
  const first = [...text.trim()][0];
  if (first === undefined || first === 'o' || first === '§') return '•';
  const code = first.codePointAt(0)!;
  return code >= 0xe000 && code <= 0xf8ff ? '•' : first;
}
