import type { FlowGraph, Language } from '@lectern/contract';
import {
  type Assembly,
  assemble,
  type Choice,
  type Link,
  type Part,
  type Reader,
  readPosition,
} from './assemble.ts';
import { addConversation, chat } from './conversation.ts';
import { ImportError, type ReportedPart } from './import-report.ts';
import { chooseAgent } from './ragflow-models.ts';
import { isPython, ragflowReaders } from './ragflow-parts.ts';
import { readText } from './ragflow-values.ts';
import { importTexts } from './texts.ts';
import { asArray, asFields, asNumber, asWordList, asWords, type Fields } from './values.ts';

/** Whether a file is an agent of RAGFlow: as it is exported, or one of its templates. */
export function isRagflow(file: Fields): boolean {
  const { components } = asFields(file.dsl ?? file);
  return Object.values(asFields(components)).some(
    (one) => asFields(asFields(one).obj).component_name !== undefined,
  );
}

export function readRagflow(
  file: Fields,
  language: Language,
): { name: string; description: string; graph: FlowGraph; parts: ReportedPart[] } {
  const dsl = asFields(file.dsl ?? file);
  const drawn = new Map(
    asArray(asFields(dsl.graph).nodes)
      .map(asFields)
      .map((node) => [asWords(node.id), node]),
  );
  const parts = Object.entries(asFields(dsl.components)).map(([id, given]): Part => {
    const { obj, parent_id } = asFields(given);
    const { component_name, params } = asFields(obj);
    const node = drawn.get(id);
    return {
      id,
      type: asWords(component_name),
      name: asWords(asFields(node?.data).name) || asWords(component_name),
      data: asFields(params),
      parent: asWords(parent_id) || asWords(node?.parentId) || null,
      position: widen(readPosition(node?.position)),
    };
  });
  const begin = parts.find(({ type }) => type.toLowerCase() === 'begin');
  if (!begin) throw new ImportError('no Begin');
  const links = parts.flatMap((part) => readLinks(part, asFields(asFields(dsl.components)[part.id])));
  for (const [id, node] of drawn)
    if (asWords(node.type) === 'noteNode') parts.push(readNote(id, node, language));

  // Since 0.20 there is no Answer: each message runs the flow anew, and what ends it is shown.
  const isOld = parts.some(({ type }) => type === 'Answer');
  const isTask = begin.data.mode === 'task';
  const isLast = (part: Part) => part.parent === null && !links.some(({ source }) => source === part.id);
  const ends = new Set(
    isOld ? [] : parts.filter((part) => part.type !== 'note' && isLast(part)).map(({ id }) => id),
  );
  if (!isOld && !isTask) addConversation(parts, links, begin, ends, language);

  const { graph, parts: reported } = assemble({
    language,
    parts,
    links,
    variables: [],
    rulesOf,
    choose: (part) => chooseReader(part, parts, links, isTask ? ends : new Set(), ends),
  });
  return {
    name: readTitle(file.title, language),
    description: readTitle(file.description, language).slice(0, 2_000),
    graph: fillResults(graph),
    parts: reported.filter(({ type }) => type !== chat),
  };
}

function rulesOf({ data }: Part): ReturnType<NonNullable<Assembly['rulesOf']>> {
  const method = asWords(data.exception_method);
  return {
    ...(method === 'goto' ? { onError: 'route' as const } : {}),
    ...(method === 'comment'
      ? { onError: 'continue' as const, fallback: asWords(data.exception_default_value).slice(0, 20_000) }
      : {}),
    retries: Math.max(0, Math.min(5, Math.trunc(asNumber(data.max_retries) ?? 0))),
  };
}

function chooseReader(
  part: Part,
  parts: Part[],
  links: Link[],
  shownAtEnd: ReadonlySet<string>,
  ends: ReadonlySet<string>,
): Choice {
  const type = part.type.toLowerCase();
  if (type === chat) return ragflowReaders.answer;
  if (type === 'note') return { note: asWords(part.data.text) };
  if (type === 'iterationitem' || type === 'loopitem') return 'left_out';
  if ((type === 'code' || type === 'codeexec') && isPython(part)) return undefined;
  if (type === 'agent') return chooseAgent(part);
  if (type !== 'message') return ragflowReaders[type];
  if (shownAtEnd.has(part.id)) return shownText('answer', 'content');
  const leadsToAnswer = links.some(
    ({ source, target }) =>
      source === part.id && parts.some(({ id, type: next }) => id === target && next === 'Answer'),
  );
  // What follows shows its text: shown by the message as well, it would stand there twice.
  return leadsToAnswer || ends.has(part.id) ? shownText('template', 'template') : ragflowReaders.message;
}

const shownText = (component: string, option: string): Reader => ({
  component,
  outputs: { '*': component === 'answer' ? 'message' : 'text' },
  read: (part, context) => {
    const texts = asWordList(part.data.content ?? part.data.messages);
    return {
      options: { [option]: readText(texts[0] ?? '', part, context) },
      remarks: [texts.length > 1 && 'first_only'],
    };
  },
});

/** Its nodes are narrower than ours. */
const widen = (place: Part['position']) => place && { x: Math.round(place.x * 1.25), y: place.y };

/** The target of each category and case is in its settings. */
function readLinks({ id, type, data }: Part, component: Fields): Link[] {
  const to = (targets: unknown, port?: string) =>
    asWordList(targets).map((target) => ({ source: id, target, port }));
  switch (type.toLowerCase()) {
    case 'categorize':
      return Object.values(asFields(data.category_description)).flatMap((one, i) =>
        to(asFields(one).to, `c${i + 1}`),
      );
    case 'switch':
      return [
        ...asArray(data.conditions).flatMap((one, i) => to(asFields(one).to, `c${i + 1}`)),
        ...to(data.end_cpn_ids ?? data.end_cpn_id, 'else'),
      ];
    case 'relevant':
      return [...to(data.yes, 'yes'), ...to(data.no, 'no')];
    default:
      return [
        ...to(component.downstream),
        ...(data.exception_method === 'goto' ? to(data.exception_goto, 'error') : []),
      ];
  }
}

function readNote(id: string, node: Fields, language: Language): Part {
  const data = asFields(node.data);
  return {
    id,
    type: 'note',
    name: asWords(data.name) || importTexts[language].note,
    data: { text: asWords(asFields(data.form).text) },
    parent: null,
    position: widen(readPosition(node.position)),
  };
}

/** Their iterations put out what their last part puts out. */
function fillResults(graph: FlowGraph): FlowGraph {
  const isLast = (id: string) => !graph.edges.some(({ source }) => source === id);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      if (node.component !== 'iteration') return node;
      const last = graph.nodes.find(
        (one) => one.parentId === node.id && one.component !== 'note' && isLast(one.id),
      );
      return last ? { ...node, options: { ...node.options, result: `{{${last.id}.text}}` } } : node;
    }),
  };
}

function readTitle(title: unknown, language: Language): string {
  if (typeof title === 'string') return title;
  const titles = asFields(title);
  return asWords(titles[language.startsWith('zh') ? 'zh' : language]) || asWords(titles.en);
}
