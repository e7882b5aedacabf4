import {
  type FlowGraph,
  type FlowGraphInput,
  flowGraph,
  flowLimits,
  type Json,
  type Language,
} from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import { flowComponents } from '../components/index.ts';
import { arrange } from '../graph/arrange.ts';
import { listPorts } from '../graph/ports.ts';
import { ImportError, type Remark, type ReportedPart } from './import-report.ts';
import { importTexts } from './texts.ts';
import { asWords, type Fields, toKey } from './values.ts';

/** A node of another product. */
export type Part = {
  id: string;
  type: string;
  name: string;
  data: Fields;
  parent: string | null;
  position: { x: number; y: number } | undefined;
};

/** `port`: one of ours; absent: it is followed however the part ends. */
export type Link = { source: string; target: string; port?: string | undefined };

export type Reading = { options: Record<string, Json | undefined>; remarks?: (Remark | false | undefined)[] };

export type ReadContext = {
  /** A reference to what a part puts out. */
  refTo: (partId: string, path: readonly string[]) => string;
  /** The key under which a field of a form, or another name that somebody chose, is known here. */
  keyOf: (partId: string, field: string) => string;
  /** What leads to a part. */
  sourcesOf: (partId: string) => Part[];
  componentOf: (partId: string) => string | undefined;
};

/** How one type of part is read. */
export type Reader = {
  component: string;
  /** Their names of outputs, and ours; `*` stands for all others, and in ours for the name itself. */
  outputs?: Record<string, string>;
  /** Names that somebody chose: each becomes an output of its own. */
  fieldsOf?: (part: Part) => string[];
  read: (part: Part, context: ReadContext) => Reading;
};

/** `left_out`: it means nothing here, such as the start of a loop. A note keeps words; undefined: unknown. */
export type Choice = Reader | 'left_out' | { note: string } | undefined;

type NodeInput = FlowGraphInput['nodes'][number];

export type Assembly = {
  language: Language;
  parts: Part[];
  links: Link[];
  variables: { key: string; value: Json }[];
  /** How a part is read, and what it means where it is only known in its place. */
  choose: (part: Part) => Choice;
  /** What a part does when it fails. */
  rulesOf?: (part: Part) => Partial<NodeInput>;
};

const longestLinks = 10_000;
const longestName = 120;
const longestNote = 6_000;

/** Puts a graph together from parts of another product, and says what became of each. */
export function assemble({ language, parts, links, variables, choose, rulesOf }: Assembly): {
  graph: FlowGraph;
  parts: ReportedPart[];
} {
  if (parts.length > flowLimits.maxNodes || links.length > flowLimits.maxEdges)
    throw new ImportError(`more than ${flowLimits.maxNodes} nodes`);
  const chosen = new Map(parts.map((part) => [part.id, { part, choice: choose(part) }]));
  if (chosen.size < parts.length) throw new ImportError('two nodes with the same id');
  const readerOf = (id: string): Reader | undefined => {
    const choice = chosen.get(id)?.choice;
    return typeof choice === 'object' && 'component' in choice ? choice : undefined;
  };
  const ids = nameNodes(chosen, readerOf);
  const keys = new Map(parts.map((part) => [part.id, keysOf(part, readerOf(part.id))]));
  const context: ReadContext = {
    refTo: (partId, path) => writeReference(partId, path),
    keyOf: (partId, field) => keys.get(partId)?.get(field) ?? toKey(field),
    sourcesOf: (partId) =>
      links.flatMap(({ source, target }) => (target === partId ? (chosen.get(source)?.part ?? []) : [])),
    componentOf: (partId) => readerOf(partId)?.component,
  };

  function writeReference(partId: string, path: readonly string[]): string {
    const found = chosen.get(partId);
    const [first = '', ...rest] = path;
    // The start of a loop stands for its item.
    if (found?.choice === 'left_out' && found.part.parent !== null)
      return writeReference(found.part.parent, first === '' || first === 'output' ? ['item'] : path);
    const id = ids.get(partId) ?? 'missing';
    const reader = readerOf(partId);
    const component = flowComponents.get(reader?.component ?? '');
    const output =
      keys.get(partId)?.get(first) ??
      reader?.outputs?.[first] ??
      reader?.outputs?.['*'] ??
      (component?.outputs.some(({ name }) => name === first) ? first : component?.outputs[0]?.name) ??
      (toKey(first) || 'text');
    const steps = output
      .replace(/\.\*$/, /^[\w-]+$/.test(first) ? `.${first}` : '')
      .split('.')
      .concat(rest.filter((step) => /^[\w-]+$/.test(step)));
    return `{{${[id, ...steps].join('.')}}}`;
  }

  const reported: ReportedPart[] = [];
  const names = new Set<string>();
  const nodes = parts.flatMap((part): NodeInput[] => {
    const choice = chosen.get(part.id)?.choice;
    if (choice === 'left_out') return [];
    const id = ids.get(part.id) as string;
    const place = {
      id,
      position: part.position ?? { x: 0, y: 0 },
      parentId: part.parent !== null && holdsNodes(part.parent) ? (ids.get(part.parent) ?? null) : null,
    };
    if (choice === undefined || 'note' in choice) {
      const text = choice?.note ?? describeLeft(part, language);
      const name = (part.name || importTexts[language].note).slice(0, longestName);
      if (choice === undefined)
        reported.push({ name, type: part.type, component: null, nodeId: id, remarks: [] });
      return [
        { ...place, component: 'note', name, options: { text: text.slice(0, longestNote) }, size: noteSize },
      ];
    }
    const { options, remarks = [] } = choice.read(part, context);
    const component = flowComponents.get(choice.component) as FlowComponent;
    const cleaned = cleanOptions(component, options);
    const name = freeName(part.name || component.texts[language].name, names);
    const said = [...remarks, cleaned.leftOut && ('option' as const)].filter((one): one is Remark => !!one);
    reported.push({
      name,
      type: part.type,
      component: choice.component,
      nodeId: id,
      remarks: [...new Set(said)],
    });
    return [{ ...place, ...rulesOf?.(part), component: choice.component, name, options: cleaned.options }];
  });

  function holdsNodes(partId: string): boolean {
    return flowComponents.get(readerOf(partId)?.component ?? '')?.holds === 'body';
  }

  const entry = nodes.find(({ component }) => component === 'begin');
  if (!entry) throw new ImportError('no node to begin with');
  const read = flowGraph.safeParse({
    nodes,
    edges: drawEdges(
      bridge(links, (id) => readerOf(id) === undefined),
      ids,
      nodes,
    ),
    variables: variables.slice(0, 64),
  });
  if (!read.success) throw new ImportError(read.error.issues[0]?.path.join('.') ?? 'graph');
  const isDrawn = parts.every(({ position }) => position !== undefined);
  return { graph: isDrawn ? sizeBodies(read.data) : arrange(read.data, flowComponents), parts: reported };
}

const noteSize = { width: 260, height: 160 };

function nameNodes(
  chosen: ReadonlyMap<string, { part: Part; choice: Choice }>,
  readerOf: (id: string) => Reader | undefined,
): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    [...chosen.keys()].map((id) => {
      const component = readerOf(id)?.component ?? 'note';
      const count = (counts.get(component) ?? 0) + 1;
      counts.set(component, count);
      return [id, component === 'begin' && count === 1 ? 'begin' : `${component}_${count}`];
    }),
  );
}

function keysOf(part: Part, reader: Reader | undefined): Map<string, string> {
  const keys = new Map<string, string>();
  for (const field of reader?.fieldsOf?.(part) ?? [])
    if (field !== '' && !keys.has(field)) keys.set(field, toKey(field, new Set(keys.values())));
  return keys;
}

function freeName(wanted: string, taken: Set<string>): string {
  const base = wanted.trim().slice(0, longestName - 6) || '–';
  let name = base;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base} ${n}`;
  taken.add(name.toLowerCase());
  return name;
}

/** Leaves out what the component does not take; what is missing is a problem that the node shows. */
function cleanOptions(
  component: FlowComponent,
  given: Record<string, Json | undefined>,
): { options: Record<string, Json>; leftOut: boolean } {
  const options = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
  let leftOut = false;
  for (let round = 0; round < 20; round++) {
    const issues = component.options.safeParse(options).error?.issues ?? [];
    const wrong = issues.map(({ path }) => String(path[0])).filter((name) => isGiven(options[name]));
    if (wrong.length === 0) break;
    leftOut = true;
    for (const name of wrong) delete options[name];
  }
  return { options, leftOut };
}

const isGiven = (value: Json | undefined) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const secretName = /key|secret|passw|token|authori[sz]ation|credential/i;

function describeLeft({ name, type, data }: Part, language: Language): string {
  const { left, settings } = importTexts[language];
  const shown = JSON.stringify(
    data,
    (key, value) => (secretName.test(key) && typeof value === 'string' && value !== '' ? '…' : value),
    2,
  );
  const code = asWords(data.code) || asWords(data.script);
  return `${left(name || type, type)}\n\n${settings}\n${code || shown}`;
}

/** Leads past the parts that are not there. */
function bridge(links: Link[], isGone: (id: string) => boolean): Link[] {
  let left = links;
  const gone = new Set(links.flatMap(({ source, target }) => [source, target]).filter(isGone));
  for (const id of gone) {
    const before = left.filter(({ source, target }) => target === id && source !== id);
    const after = left.filter(({ source, target }) => source === id && target !== id);
    left = left.filter(({ source, target }) => source !== id && target !== id);
    left.push(...before.flatMap((from) => after.map(({ target }) => ({ ...from, target }))));
    if (left.length > longestLinks) throw new ImportError(`more than ${flowLimits.maxEdges} edges`);
  }
  return left;
}

/** Ways out that are for special cases: what is followed however a part ends does not take them. */
const specialPorts = new Set(['exhausted', 'else', 'no', 'error']);

function drawEdges(
  links: Link[],
  ids: ReadonlyMap<string, string>,
  nodes: NodeInput[],
): FlowGraphInput['edges'] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = new Map<string, FlowGraphInput['edges'][number]>();
  for (const { source: from, target: to, port } of links) {
    const [source, target] = [byId.get(ids.get(from) ?? ''), byId.get(ids.get(to) ?? '')];
    const component = flowComponents.get(source?.component ?? '');
    if (!source || !target || !component || target.component === 'begin') continue;
    const ports = listPorts(component, source as never);
    const followed = port === undefined ? ports.filter((one) => !specialPorts.has(one)) : [port];
    for (const one of followed)
      if (ports.includes(one)) {
        const id = `${source.id}.${one}-${target.id}`.slice(0, 200);
        edges.set(id, { id, source: source.id, port: one, target: target.id });
      }
  }
  return [...edges.values()];
}

/** What holds others is large enough for these. */
function sizeBodies(graph: FlowGraph): FlowGraph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      if (flowComponents.get(node.component)?.holds !== 'body') return node;
      const inside = graph.nodes.filter(({ parentId }) => parentId === node.id);
      const width = Math.max(460, ...inside.map(({ position: { x } }) => x + 280));
      const height = Math.max(260, ...inside.map(({ position: { y } }) => y + 170));
      return { ...node, size: { width: Math.min(width, 10_000), height: Math.min(height, 10_000) } };
    }),
  };
}

/** A place on the canvas, where a file has one. */
export function readPosition(value: unknown): { x: number; y: number } | undefined {
  const { x, y } = (value ?? {}) as { x?: unknown; y?: unknown };
  const isPlace = (one: unknown): one is number => typeof one === 'number' && Math.abs(one) <= 1_000_000;
  return isPlace(x) && isPlace(y) ? { x: Math.round(x), y: Math.round(y) } : undefined;
}
