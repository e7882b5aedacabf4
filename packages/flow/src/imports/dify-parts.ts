import type { Json } from '@lectern/contract';
import type { Part, ReadContext, Reader } from './assemble.ts';
import { readCondition } from './conditions.ts';
import { difyAgent } from './dify-tools.ts';
import { readJinja, readSelector, readText, readValue } from './dify-values.ts';
import type { Remark } from './import-report.ts';
import { asArray, asFields, asNumber, asWordList, asWords, type Fields } from './values.ts';

const parametersOf = (model: unknown) => {
  const { temperature, top_p, presence_penalty, frequency_penalty, max_tokens } = asFields(
    asFields(model).completion_params,
  );
  return {
    temperature: asNumber(temperature),
    topP: asNumber(top_p),
    presencePenalty: asNumber(presence_penalty),
    frequencyPenalty: asNumber(frequency_penalty),
    maxTokens: asNumber(max_tokens),
  };
};

function readLlm({ data }: Part, context: ReadContext) {
  const { prompt_template, context: given, memory, vision } = data;
  const messages = (Array.isArray(prompt_template) ? prompt_template : [prompt_template]).map(asFields);
  const isJinja = messages.some(({ edition_type }) => edition_type === 'jinja2');
  const textOf = (one: Fields) => readText(one.text, context);
  const system = messages.filter(({ role }) => role === 'system').map(textOf);
  const prompt = messages.filter(({ role }) => role !== 'system').map(textOf);
  const asked = readText(asFields(memory).query_prompt_template, context);
  const said = [...prompt, ...(asked === '{{sys.question}}' ? [] : [asked])].filter(Boolean).join('\n\n');
  const { enabled, size } = asFields(asFields(memory).window);
  const { enabled: hasContext, variable_selector } = asFields(given);
  const source = asWordList(variable_selector)[0];
  const isRetrieval = source !== undefined && context.componentOf(source) === 'retrieval';
  return {
    options: {
      // Without a question to answer, what they call the system's words is all there is to do.
      system: said === '' && memory === undefined ? '' : system.join('\n\n'),
      prompt: said === '' && memory === undefined ? system.join('\n\n') : said,
      ...(hasContext === true && isRetrieval
        ? { passages: context.refTo(source, ['result']).replace('.context}}', '.passages}}') }
        : {}),
      historyWindow:
        memory === undefined ? 0 : Math.min(50, enabled === true ? (asNumber(size) ?? 6) * 2 : 12),
      ...parametersOf(data.model),
    },
    remarks: ['model', isJinja && 'expression', asFields(vision).enabled === true && 'files'] as (
      | Remark
      | false
    )[],
  };
}

function readIf({ data }: Part, context: ReadContext) {
  let unknown = false;
  const cases = (Array.isArray(data.cases) ? data.cases : [{ ...data, case_id: 'true' }])
    .map(asFields)
    .map((one, i) => ({
      id: asWords(one.case_id ?? one.id).slice(0, 64) || `c${i + 1}`,
      name: `${i + 1}`,
      match: one.logical_operator === 'or' ? 'any' : 'all',
      conditions: asArray(one.conditions)
        .map(asFields)
        .map(({ variable_selector, comparison_operator, value }, n) => {
          const expected = readText(asWordList(value).join(', '), context);
          const read = readCondition(
            n,
            readSelector(variable_selector, context),
            asWords(comparison_operator),
            expected,
          );
          unknown ||= !read.isKnown;
          return read.row;
        }),
    }));
  return { options: { cases }, remarks: [unknown && 'expression'] as (Remark | false)[] };
}

function readClasses({ data }: Part, context: ReadContext) {
  const taken = new Set<string>();
  const categories = asArray(data.classes)
    .map(asFields)
    .map(({ id, name }, i) => {
      const text = asWords(name).trim() || `${i + 1}`;
      let short = text.slice(0, 110);
      for (let n = 2; taken.has(short.toLowerCase()); n++) short = `${text.slice(0, 110)} ${n}`;
      taken.add(short.toLowerCase());
      return {
        id: asWords(id).slice(0, 64) || `c${i + 1}`,
        name: short,
        description: text.length > 110 ? text.slice(0, 2_000) : '',
      };
    });
  const question = readSelector(data.query_variable_selector, context);
  return {
    options: { categories, question: question === '{{sys.question}}' ? '' : question },
    remarks: ['model', asWords(data.instruction ?? data.instructions) !== '' && 'option'] as (
      | Remark
      | false
    )[],
  };
}

const parameterTypes: Record<string, string> = { number: 'number', boolean: 'boolean', bool: 'boolean' };

function readParameters(part: Part, context: ReadContext) {
  const { data } = part;
  const instruction = readText(data.instruction, context);
  const text = readSelector(data.query, context);
  return {
    options: {
      text: instruction === '' ? text : `${instruction}\n\n${text}`,
      fields: asArray(data.parameters)
        .map(asFields)
        .map(({ name, type, description, required }, i) => ({
          id: `f${i + 1}`,
          name: context.keyOf(part.id, asWords(name)),
          type: asWords(type).startsWith('array') ? 'list' : (parameterTypes[asWords(type)] ?? 'text'),
          description: asWords(description).slice(0, 1_000),
          required: required === true,
        })),
    },
    remarks: ['model'] as Remark[],
  };
}

const secretHeader = /^(authorization|.*(api-?key|token|secret).*)$/i;

function readHttp({ data }: Part, context: ReadContext) {
  const pairs = (text: unknown, separator: string): Json[] =>
    asWords(text)
      .split('\n')
      .map((line) => line.split(separator))
      .filter(([name = '']) => name.trim() !== '' && !secretHeader.test(name.trim()))
      .map(([name = '', ...value], i) => ({
        id: `p${i + 1}`,
        name: name.trim(),
        value: readText(value.join(separator), context),
      }));
  const { type, data: content } = asFields(data.body);
  const body = Array.isArray(content)
    ? content
        .map(asFields)
        .map(({ key, value }) =>
          asWords(key) === '' ? readText(value, context) : `${asWords(key)}=${readText(value, context)}`,
        )
        .join('\n')
    : readText(content, context);
  const hasSecret =
    !['', 'no-auth'].includes(asWords(asFields(data.authorization).type)) ||
    asWords(data.headers)
      .split('\n')
      .some((line) => secretHeader.test((line.split(':')[0] ?? '').trim()));
  return {
    options: {
      method: asWords(data.method).toUpperCase(),
      url: readText(data.url, context),
      query: pairs(data.params, ':'),
      headers: pairs(data.headers, ':'),
      bodyType: asWords(type) === 'json' ? 'json' : asWords(type).includes('form') ? 'form' : 'text',
      body,
    },
    remarks: [hasSecret && 'credential', asWords(type) === 'binary' && 'files'] as (Remark | false)[],
  };
}

const assignModes: Record<string, string> = { append: 'append', extend: 'append', '+=': 'add' };
const knownModes = new Set(['over-write', 'overwrite', 'set', 'clear', 'append', 'extend', '+=']);

function readAssigner({ data }: Part, context: ReadContext) {
  const items = Array.isArray(data.items)
    ? data.items.map(asFields)
    : [
        {
          variable_selector: data.assigned_variable_selector,
          operation: data.write_mode,
          value: data.input_variable_selector,
        },
      ];
  const nameOf = (selector: unknown) => /^\{\{var\.(\w+)\}\}$/.exec(readSelector(selector, context))?.[1];
  const rows = items.flatMap(({ variable_selector, operation, value }, i): Json[] => {
    const variable = nameOf(variable_selector);
    if (variable === undefined) return [];
    const mode = assignModes[asWords(operation)] ?? 'set';
    return [
      { id: `a${i + 1}`, variable, mode, value: operation === 'clear' ? '' : readValue(value, context) },
    ];
  });
  const isKnown = items.every(({ operation }) => knownModes.has(asWords(operation)));
  return {
    options: { assignments: rows },
    remarks: [(!isKnown || rows.length < items.length) && 'expression'] as (Remark | false)[],
  };
}

export const isPython = ({ data }: Part) => asWords(data.code_language) !== 'javascript';

const fieldTypes: Record<string, string> = {
  paragraph: 'paragraph',
  number: 'number',
  select: 'choice',
  checkbox: 'boolean',
};
const isFile = ({ type }: Fields) => asWords(type).startsWith('file');

export const difyReaders: Record<string, Reader> = {
  start: {
    component: 'begin',
    fieldsOf: ({ data }) => asArray(data.variables).map((one) => asWords(asFields(one).variable)),
    read: (part, context) => {
      const fields = asArray(part.data.variables).map(asFields);
      return {
        options: {
          opener: asWords(part.data.opener).slice(0, 4_000),
          fields: fields
            .filter((field) => !isFile(field))
            .map(({ variable, label, type, required, options }, i) => ({
              id: `f${i + 1}`,
              name: context.keyOf(part.id, asWords(variable)),
              label: asWords(label).slice(0, 200),
              type: fieldTypes[asWords(type)] ?? 'text',
              required: required === true,
              choices: asWordList(options).join('\n').slice(0, 4_000),
            })),
        },
        remarks: [fields.some(isFile) && 'files'],
      };
    },
  },
  llm: { component: 'generate', outputs: { '*': 'text' }, read: readLlm },
  agent: difyAgent,
  'knowledge-retrieval': {
    component: 'retrieval',
    outputs: { '*': 'context' },
    read: ({ data }, context) => {
      const several = asFields(data.multiple_retrieval_config);
      const question = readSelector(data.query_variable_selector, context);
      return {
        options: {
          question: question === '{{sys.question}}' ? '' : question,
          topN: asNumber(several.top_k),
          similarityThreshold: asNumber(several.score_threshold),
          keywordWeight: asNumber(asFields(asFields(several.weights).keyword_setting).keyword_weight),
        },
        remarks: ['knowledge_bases'],
      };
    },
  },
  'if-else': { component: 'switch', outputs: { '*': 'case' }, read: readIf },
  'question-classifier': { component: 'categorize', outputs: { '*': 'category' }, read: readClasses },
  'parameter-extractor': {
    component: 'extract',
    fieldsOf: ({ data }) => asArray(data.parameters).map((one) => asWords(asFields(one).name)),
    read: readParameters,
  },
  'template-transform': {
    component: 'template',
    outputs: { '*': 'text' },
    read: ({ data }, context) => {
      const { text, isComputed } = readJinja(data.template, data.variables, context);
      return { options: { template: text }, remarks: [isComputed && 'expression'] };
    },
  },
  code: {
    component: 'code',
    outputs: { '*': 'result.*' },
    read: ({ data }, context) => ({
      options: {
        inputs: asArray(data.variables)
          .map(asFields)
          .map(({ variable, value_selector }, i) => ({
            id: `i${i + 1}`,
            name: asWords(variable),
            value: readSelector(value_selector, context),
          })),
        // Theirs is a function called main; ours is the body of one.
        code: `${asWords(data.code)}\n\nreturn main(inputs);`,
      },
    }),
  },
  'http-request': {
    component: 'http',
    outputs: { body: 'text', status_code: 'status', '*': 'text' },
    read: readHttp,
  },
  assigner: { component: 'assign', read: readAssigner },
  'variable-assigner': { component: 'assign', read: readAssigner },
  'variable-aggregator': {
    component: 'aggregate',
    outputs: { '*': 'value' },
    read: ({ data }, context) => {
      const { group_enabled, groups } = asFields(data.advanced_settings);
      const first = group_enabled === true ? asFields(asArray(groups)[0]).variables : data.variables;
      return {
        options: {
          values: asArray(first).map((selector, i) => ({
            id: `v${i + 1}`,
            value: readSelector(selector, context),
          })),
        },
        remarks: [group_enabled === true && asArray(groups).length > 1 && 'first_only'],
      };
    },
  },
  iteration: {
    component: 'iteration',
    outputs: { item: 'item', index: 'index', '*': 'results' },
    read: ({ data }, context) => ({
      options: {
        items: readSelector(data.iterator_selector, context),
        result: readSelector(data.output_selector, context),
        atOnce: data.is_parallel === true ? Math.max(1, Math.min(5, asNumber(data.parallel_nums) ?? 1)) : 1,
      },
    }),
  },
  loop: {
    component: 'loop',
    outputs: { '*': 'result' },
    read: ({ data }, context) => {
      const conditions = asArray(data.break_conditions).map(asFields);
      const [first = {}] = conditions;
      const { row } = readCondition(
        0,
        readSelector(first.variable_selector, context),
        asWords(first.comparison_operator),
        readText(first.value, context),
      );
      const { value, operator, expected } = row as Record<string, Json>;
      return {
        options: { maxRounds: asNumber(data.loop_count), result: value, operator, expected },
        remarks: [
          conditions.length !== 1 && 'expression',
          asArray(data.loop_variables).length > 0 && 'expression',
        ],
      };
    },
  },
};
difyReaders['trigger-webhook'] = difyReaders['trigger-schedule'] = difyReaders.start as Reader;
