import type { Json } from '@lectern/contract';
import type { Part, Reader } from './assemble.ts';
import { readCondition } from './conditions.ts';
import { email, exeSql } from './ragflow-effects.ts';
import { writer } from './ragflow-models.ts';
import { readQuestion, readReference, readText } from './ragflow-values.ts';
import { asArray, asFields, asNumber, asWordList, asWords, type Fields } from './values.ts';

const searcher = (
  component: string,
  more: (data: Fields) => Record<string, Json | undefined> = () => ({}),
): Reader => ({
  component,
  outputs: { json: 'results', '*': 'context' },
  read: (part, context) => ({
    options: {
      question: readQuestion(part, context),
      topN: asNumber(part.data.top_n),
      ...more(part.data),
    },
    remarks: [['google', 'bing', 'baidu'].includes(component) && 'credential'],
  }),
});

type Field = Record<string, Json>;

/** The fields of a form, in either shape. */
export function readFields(
  inputs: unknown,
  keyOf: (field: string) => string,
): { rows: Field[]; hasFiles: boolean } {
  const fields = Array.isArray(inputs)
    ? inputs.map(asFields).map((field) => [asWords(field.key), field] as const)
    : Object.entries(asFields(inputs)).map(([key, field]) => [key, asFields(field)] as const);
  const kinds: Record<string, string> = {
    line: 'text',
    paragraph: 'paragraph',
    options: 'choice',
    integer: 'number',
    boolean: 'boolean',
  };
  return {
    hasFiles: fields.some(([, { type }]) => type === 'file'),
    rows: fields
      .filter(([key, { type }]) => key !== '' && type !== 'file')
      .slice(0, 32)
      .map(([key, { type, name, optional, options }], i) => ({
        id: `f${i + 1}`,
        name: keyOf(key),
        label: asWords(name).slice(0, 200),
        type: kinds[asWords(type)] ?? 'text',
        required: optional !== true,
        choices: asWordList(options).join('\n').slice(0, 4_000),
      })),
  };
}

const fieldNames = (inputs: unknown): string[] =>
  Array.isArray(inputs) ? inputs.map((field) => asWords(asFields(field).key)) : Object.keys(asFields(inputs));

const translator: Reader = {
  component: 'translate',
  outputs: { '*': 'text' },
  read: ({ data }) => ({
    options: { language: /zh/i.test(asWords(data.target_lang ?? data.trans_lang)) ? 'zh-Hans' : undefined },
    remarks: ['model'],
  }),
};

const code: Reader = {
  component: 'code',
  outputs: { '*': 'result.*' },
  read: (part, context) => ({
    options: {
      inputs: Object.entries(asFields(part.data.arguments)).map(([name, value], i) => ({
        id: `i${i + 1}`,
        name,
        value: readReference(value, part, context),
      })),
      // Theirs is a function called main; ours is the body of one.
      code: `${asWords(part.data.script)}\n\nreturn main(inputs);`,
    },
  }),
};

export const isPython = ({ data }: Part) => !/^(node|java)/i.test(asWords(data.lang) || 'python');

export const ragflowReaders: Record<string, Reader> = {
  begin: {
    component: 'begin',
    fieldsOf: ({ data }) => fieldNames(data.inputs ?? data.query),
    read: (part, context) => {
      const { data } = part;
      const given = asArray(data.query).length > 0 ? data.query : data.inputs;
      const { rows, hasFiles } = readFields(given, (field) => context.keyOf(part.id, field));
      return {
        options: {
          opener: data.enablePrologue === false ? '' : asWords(data.prologue).slice(0, 4_000),
          fields: rows,
        },
        remarks: [hasFiles && 'files'],
      };
    },
  },
  answer: { component: 'answer', outputs: { '*': 'message' }, read: () => ({ options: {} }) },
  message: {
    component: 'message',
    outputs: { '*': 'text' },
    read: (part, context) => ({
      options: {
        messages: asWordList(part.data.content ?? part.data.messages).map((text, i) => ({
          id: `m${i + 1}`,
          content: readText(text, part, context),
        })),
      },
    }),
  },
  retrieval: {
    component: 'retrieval',
    outputs: { json: 'passages', '*': 'context' },
    read: (part, context) => {
      const weight = asNumber(part.data.keywords_similarity_weight);
      return {
        options: {
          question: readQuestion(part, context),
          topN: asNumber(part.data.top_n),
          topK: asNumber(part.data.top_k),
          similarityThreshold: asNumber(part.data.similarity_threshold),
          keywordWeight: weight,
        },
        remarks: ['knowledge_bases', asWords(part.data.rerank_id) !== '' && 'model'],
      };
    },
  },
  generate: writer,
  llm: writer,
  email,
  exesql: exeSql,
  categorize: {
    component: 'categorize',
    outputs: { '*': 'category' },
    read: (part, context) => ({
      options: {
        question: readQuestion(part, context),
        historyWindow: asNumber(part.data.message_history_window_size),
        categories: Object.entries(asFields(part.data.category_description)).map(([name, given], i) => {
          const { description, examples } = asFields(given);
          return {
            id: `c${i + 1}`,
            name: name.slice(0, 120),
            description: asWords(description).slice(0, 2_000),
            examples: asWordList(examples).join('\n').slice(0, 10_000),
          };
        }),
      },
      remarks: ['model'],
    }),
  },
  switch: {
    component: 'switch',
    outputs: { '*': 'case' },
    read: (part, context) => {
      let unknown = false;
      const cases = asArray(part.data.conditions).map((given, i) => {
        const { logical_operator, items } = asFields(given);
        const conditions = asArray(items)
          .map(asFields)
          .map(({ cpn_id, operator, value }, n) => {
            const read = readCondition(
              n,
              readReference(cpn_id, part, context),
              asWords(operator),
              readText(value, part, context),
            );
            unknown ||= !read.isKnown;
            return read.row;
          });
        const match = asWords(logical_operator) === 'or' ? 'any' : 'all';
        return { id: `c${i + 1}`, name: `${i + 1}`, match, conditions };
      });
      return { options: { cases }, remarks: [unknown && 'expression'] };
    },
  },
  relevant: {
    component: 'relevant',
    outputs: { '*': 'passages' },
    read: () => ({ options: {}, remarks: ['model'] }),
  },
  rewritequestion: {
    component: 'rewrite',
    outputs: { '*': 'question' },
    read: ({ data }) => ({ options: { loop: asNumber(data.loop) }, remarks: ['model'] }),
  },
  keywordextract: {
    component: 'keyword',
    outputs: { '*': 'text' },
    read: (part, context) => ({
      options: { question: readQuestion(part, context), topN: asNumber(part.data.top_n) },
      remarks: ['model'],
    }),
  },
  template: {
    component: 'template',
    outputs: { '*': 'text' },
    read: (part, context) => ({ options: { template: readText(part.data.content, part, context) } }),
  },
  concentrator: {
    component: 'aggregate',
    outputs: { '*': 'text' },
    read: (part, context) => ({
      options: {
        mode: 'text',
        values: context
          .sourcesOf(part.id)
          .map(({ id }, i) => ({ id: `v${i + 1}`, value: context.refTo(id, []) })),
      },
    }),
  },
  variableaggregator: {
    component: 'aggregate',
    outputs: { '*': 'value' },
    read: (part, context) => {
      const groups = asArray(part.data.groups).map(asFields);
      return {
        options: {
          values: asArray(groups[0]?.variables).map((given, i) => ({
            id: `v${i + 1}`,
            value: readReference(asFields(given).value, part, context),
          })),
        },
        remarks: [groups.length > 1 && 'first_only'],
      };
    },
  },
  iteration: {
    component: 'iteration',
    outputs: { output: 'results', item: 'item', index: 'index', '*': 'results' },
    read: (part, context) => ({
      options: {
        items: readReference(part.data.items_ref, part, context) || readQuestion(part, context),
        result: '',
      },
      remarks: ['result', !['', '\n', undefined].includes(part.data.delimiter as string) && 'expression'],
    }),
  },
  userfillup: {
    component: 'await_input',
    fieldsOf: ({ data }) => fieldNames(data.inputs),
    read: (part, context) => {
      const { rows, hasFiles } = readFields(part.data.inputs, (field) => context.keyOf(part.id, field));
      const text = part.data.enable_tips === false ? '' : readText(part.data.tips, part, context);
      return { options: { text, fields: rows }, remarks: [hasFiles && 'files'] };
    },
  },
  codeexec: code,
  code,
  invoke: {
    component: 'http',
    outputs: { '*': 'text' },
    read: (part, context) => {
      const { data } = part;
      const method = asWords(data.method).toUpperCase() || 'GET';
      const values = asArray(data.variables)
        .map(asFields)
        .map(({ key, value, ref, component_id }) => ({
          name: asWords(key),
          value: readReference(ref ?? component_id, part, context) || asWords(value),
        }));
      return {
        options: {
          url: readText(data.url, part, context),
          method,
          cleanHtml: data.clean_html === true,
          timeoutSeconds: asNumber(data.timeout),
          ...(method === 'GET'
            ? { query: values.map((row, i) => ({ id: `q${i + 1}`, ...row })) }
            : { bodyType: 'form', body: values.map(({ name, value }) => `${name}=${value}`).join('\n') }),
        },
        remarks: [asWords(data.headers) !== '' && 'credential'],
      };
    },
  },
  wikipedia: searcher('wikipedia', ({ language }) => ({ language: asWords(language) || undefined })),
  pubmed: searcher('pubmed', ({ email }) => ({ email: asWords(email) || undefined })),
  arxiv: searcher('arxiv', ({ sort_by }) => ({ sortBy: asWords(sort_by) || undefined })),
  google: searcher('google', ({ country, language }) => ({
    country: asWords(country) || undefined,
    language: asWords(language) || undefined,
  })),
  bing: searcher('bing'),
  baidu: searcher('baidu'),
  duckduckgo: searcher('duckduckgo', ({ channel }) => ({ channel: asWords(channel) || undefined })),
  qweather: {
    component: 'weather',
    outputs: { '*': 'text' },
    read: (part, context) => ({
      options: { place: readQuestion(part, context), period: asWords(part.data.time_period) || undefined },
      remarks: [part.data.type !== 'weather' && 'option'],
    }),
  },
  deepl: translator,
  baidufanyi: translator,
};
