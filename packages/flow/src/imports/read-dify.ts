import type { FlowGraph, Json, Language } from '@lectern/contract';
import { assemble, type Choice, type Link, type Part, type Reader, readPosition } from './assemble.ts';
import { addConversation, chat } from './conversation.ts';
import { difyReaders, isPython } from './dify-parts.ts';
import { readTool } from './dify-tools.ts';
import { readSelector, readText } from './dify-values.ts';
import { ImportError, type ReportedPart } from './import-report.ts';
import { asArray, asFields, asWords, type Fields, toKey } from './values.ts';

/** Whether a file is an app of Dify. */
export const isDify = ({ app, workflow, kind, model_config }: Fields): boolean =>
  kind === 'app' ||
  (asFields(app).mode !== undefined && (workflow !== undefined || model_config !== undefined));

export function readDify(
  file: Fields,
  language: Language,
): { name: string; description: string; graph: FlowGraph; parts: ReportedPart[] } {
  const app = asFields(file.app);
  const workflow = asFields(file.workflow);
  const graph = asFields(workflow.graph);
  if (!Array.isArray(graph.nodes))
    throw new ImportError(`no workflow, but ${asWords(app.mode) || 'something else'}`);
  const isChat = asWords(app.mode) === 'advanced-chat';
  const parts = graph.nodes
    .map(asFields)
    .map((node) => readPart(node, asWords(asFields(workflow.features).opening_statement)));
  const begin = parts.find(({ type }) => difyReaders[type]?.component === 'begin');
  if (!begin) throw new ImportError('no Start');
  const isReal = new Set(parts.map(({ id }) => id));
  const links = asArray(graph.edges)
    .map(asFields)
    .map(({ source, target, sourceHandle }) =>
      readLink(asWords(source), asWords(target), asWords(sourceHandle), parts),
    )
    .filter(({ source, target }) => isReal.has(source) && isReal.has(target));
  const ends = new Set(
    parts
      .filter(
        ({ id, parent, type }) =>
          parent === null && type !== 'note' && !links.some(({ source }) => source === id),
      )
      .map(({ id }) => id),
  );
  if (isChat) addConversation(parts, links, begin, ends, language);
  const assembled = assemble({
    language,
    parts,
    links,
    variables: [...asArray(workflow.conversation_variables), ...asArray(workflow.environment_variables)]
      .map(asFields)
      .map(readVariable)
      .filter(({ key }, i, all) => all.findIndex((one) => one.key === key) === i),
    choose: (part) => chooseReader(part, ends.has(part.id)),
  });
  return {
    name: asWords(app.name),
    description: asWords(app.description).slice(0, 2_000),
    graph: assembled.graph,
    parts: assembled.parts.filter(({ type }) => type !== chat),
  };
}

function readPart(node: Fields, opener: string): Part {
  const data = asFields(node.data);
  const isNote = asWords(node.type) === 'custom-note';
  return {
    id: asWords(node.id),
    type: isNote ? 'note' : asWords(data.type) || '?',
    name: asWords(data.title),
    data: asWords(data.type) === 'start' ? { ...data, opener } : data,
    parent: asWords(node.parentId) || asWords(data.iteration_id) || asWords(data.loop_id) || null,
    position: readPosition(node.position),
  };
}

/** The way out of a link: the case of an “if”, the class of a classifier. */
function readLink(source: string, target: string, handle: string, parts: Part[]): Link {
  const { type, data = {} } = parts.find(({ id }) => id === source) ?? {};
  if (type === 'if-else') {
    const isElse =
      handle === 'false' && !asArray(data.cases).some((one) => asFields(one).case_id === 'false');
    return { source, target, port: isElse ? 'else' : handle };
  }
  if (type === 'question-classifier') return { source, target, port: handle };
  if (handle === 'fail-branch') return { source, target, port: 'error' };
  return { source, target };
}

/** Secrets of the environment are not in the file; what it calls one stays empty. */
function readVariable({ name, value, value_type }: Fields): { key: string; value: Json } {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);
  const kept = asWords(value_type) === 'secret' || !isPlain ? '' : (value as Json);
  return { key: toKey(asWords(name)), value: JSON.stringify(kept).length > 20_000 ? '' : kept };
}

const conversation: Reader = {
  component: 'answer',
  outputs: { '*': 'message' },
  read: () => ({ options: {} }),
};

function chooseReader(part: Part, isLast: boolean): Choice {
  switch (part.type) {
    case chat:
      return conversation;
    case 'note':
      return { note: readNote(part.data.text) };
    case 'iteration-start':
    case 'loop-start':
    case 'loop-end':
      return 'left_out';
    case 'code':
      return isPython(part) ? undefined : difyReaders.code;
    case 'tool':
      return readTool(part);
    case 'answer':
      return isLast ? shown('template', 'template') : message;
    case 'end':
      return end;
    default:
      return Object.hasOwn(difyReaders, part.type) ? difyReaders[part.type] : undefined;
  }
}

/** The conversation shows what its last part puts out. */
const shown = (component: string, option: string): Reader => ({
  component,
  outputs: { '*': 'text' },
  read: ({ data }, context) => ({ options: { [option]: readText(data.answer, context) } }),
});

const message: Reader = {
  component: 'message',
  outputs: { '*': 'text' },
  read: ({ data }, context) => ({
    options: { messages: [{ id: 'm1', content: readText(data.answer, context) }] },
  }),
};

const end: Reader = {
  component: 'answer',
  outputs: { '*': 'message' },
  read: ({ data }, context) => {
    const outputs = asArray(data.outputs).map(asFields);
    const texts = outputs.map(({ variable, value_selector }) => {
      const reference = readSelector(value_selector, context);
      return outputs.length === 1 ? reference : `**${asWords(variable)}**\n\n${reference}`;
    });
    return { options: { content: texts.join('\n\n') } };
  },
};

/** The words of a note, which is stored as the document of an editor. */
function readNote(text: unknown): string {
  const words: string[] = [];
  const collect = (node: Fields): void => {
    if (typeof node.text === 'string') words.push(node.text);
    for (const child of asArray(node.children).map(asFields)) collect(child);
    if (node.type === 'paragraph' || node.type === 'linebreak') words.push('\n');
  };
  try {
    collect(asFields(asFields(JSON.parse(asWords(text))).root));
    return words.join('').trim();
  } catch {
    return asWords(text);
  }
}
