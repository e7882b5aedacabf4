import { extractBuiltIn } from './built-in/extract.ts';
import { entityKey } from './entity-key.ts';
import type { ChunkText } from './extraction.ts';

/** A passage of a document in reading order. */
export type MindMapPassage = ChunkText & { keywords: string[] };

export type MindMapNode = {
  label: string;
  kind: 'document' | 'heading' | 'keyword';
  /** The first passage it stands for; null where it has none of its own. */
  chunkId: string | null;
  children: MindMapNode[];
};

export type MindMapOptions = {
  /** Names and terms under each heading that holds text; 4 unless told. */
  keywords?: number;
  /** Headings at most, over the whole map: of a very long document, the deeper ones are left out. */
  maxHeadings?: number;
};

type Branch = { node: MindMapNode; byLabel: Map<string, Branch>; passages: MindMapPassage[] };

/** The tree of a document: its headings, and under each what its passages name and repeat. */
export function drawMindMap(
  title: string,
  chunks: MindMapPassage[],
  options: MindMapOptions = {},
): MindMapNode {
  const { keywords = 4, maxHeadings = 400 } = options;
  const passages = chunks.flatMap(splitAtHeadings);
  const depth = chooseDepth(passages, maxHeadings);
  const root = branch(title, 'document', passages[0]?.id ?? null);
  for (const passage of passages) {
    let at = root;
    for (const label of withoutTitle(passage.headingPath, title).slice(0, depth)) {
      const key = label.trim().toLowerCase();
      let next = at.byLabel.get(key);
      if (!next) {
        next = branch(label.trim(), 'heading', passage.id);
        at.byLabel.set(key, next);
        at.node.children.push(next.node);
      }
      at = next;
    }
    at.passages.push(passage);
  }
  const terms = new Map(passages.map((passage) => [passage, termsOf(passage)]));
  addKeywords(root, { most: keywords, terms, rarity: countDocumentWide(terms) }, new Set([entityKey(title)]));
  return root.node;
}

/** A passage may hold whole sections: each goes under its own heading. */
function splitAtHeadings(passage: MindMapPassage): MindMapPassage[] {
  const parts: MindMapPassage[] = [];
  let open: { level: number; label: string }[] = [];
  let lines: string[] = [];
  const close = () => {
    const text = lines.join('\n').trim();
    lines = [];
    const labels = open.map(({ label }) => label).filter((label) => !passage.headingPath.includes(label));
    if (text !== '' || labels.length > 0)
      parts.push({ ...passage, text, headingPath: [...passage.headingPath, ...labels] });
  };
  for (const line of passage.text.split('\n')) {
    const heading = /^\s{0,3}(#{1,6})\s+(.+?)\s*#*$/.exec(line);
    if (!heading) {
      lines.push(line);
      continue;
    }
    if (lines.some((known) => known.trim() !== '')) close();
    const level = heading[1]!.length;
    open = [...open.filter((known) => known.level < level), { level, label: plainLabel(heading[2]!) }];
  }
  close();
  return parts.length > 0 ? parts : [passage];
}

function plainLabel(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .trim();
}

function branch(label: string, kind: MindMapNode['kind'], chunkId: string | null): Branch {
  return { node: { label, kind, chunkId, children: [] }, byLabel: new Map(), passages: [] };
}

/** Many documents have their title as the first heading. */
function withoutTitle(path: string[], title: string): string[] {
  const own = path.filter((label) => label.trim() !== '');
  return own[0]?.trim().toLowerCase() === title.trim().toLowerCase() ? own.slice(1) : own;
}

/** As deep as the number of headings allows, at least their first level. */
function chooseDepth(passages: MindMapPassage[], most: number): number {
  const deepest = passages.reduce((depth, { headingPath }) => Math.max(depth, headingPath.length), 0);
  for (let depth = deepest; depth > 1; depth--) {
    const headings = new Set(passages.map(({ headingPath }) => headingPath.slice(0, depth).join('\n')));
    if (headings.size <= most) return depth;
  }
  return Math.max(1, deepest === 0 ? 0 : 1);
}

/** What each passage names and repeats. */
type Terms = Map<MindMapPassage, string[]>;
type Choice = { most: number; terms: Terms; rarity: (key: string) => number };
type Term = { label: string; chunkId: string; count: number };

function termsOf(passage: MindMapPassage): string[] {
  const { entities } = extractBuiltIn(passage, ['organization', 'person', 'location', 'event', 'concept']);
  const sure = entities.filter(({ weak, type }) => !weak || type === 'concept').map(({ name }) => name);
  return [...passage.keywords, ...sure];
}

function countDocumentWide(terms: Terms): (key: string) => number {
  const counts = new Map<string, number>();
  for (const labels of terms.values())
    for (const key of new Set(labels.map(entityKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (key) => Math.log(1 + terms.size / (counts.get(key) ?? 1));
}

/** The terms that tell a heading's passages from the rest of the document; each is once on a path. */
function addKeywords(at: Branch, how: Choice, above: Set<string>): void {
  const { most, terms: known, rarity } = how;
  const own = new Set([...above, entityKey(at.node.label)]);
  const terms = new Map<string, Term>();
  for (const passage of at.passages)
    for (const label of known.get(passage) ?? []) {
      const key = entityKey(label);
      if (key.length < 3 || own.has(key) || at.byLabel.has(label.toLowerCase())) continue;
      const term = terms.get(key);
      if (term) term.count++;
      else terms.set(key, { label, chunkId: passage.id, count: 1 });
    }
  const chosen = [...terms]
    .map(([key, term]) => ({ ...term, weight: Math.log1p(term.count) * rarity(key) }))
    .sort((a, b) => b.weight - a.weight || (a.label < b.label ? -1 : 1))
    // Where a document has no headings at all, its terms are all that can be shown.
    .slice(0, at.node.kind === 'document' && at.byLabel.size === 0 ? most * 5 : most);
  for (const { label, chunkId } of chosen)
    at.node.children.push({ label, kind: 'keyword', chunkId, children: [] });
  for (const child of at.byLabel.values()) addKeywords(child, how, own);
}
