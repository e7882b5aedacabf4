import type { Part, ReadContext, Reader } from './assemble.ts';
import { readText, readValue } from './dify-values.ts';
import { readStatement } from './statement.ts';
import { asArray, asFields, asNumber, asWords, type Fields } from './values.ts';

/** Tools of its catalogue that are components here. */
const searches: Record<string, string> = {
  ddgo_search: 'duckduckgo',
  duckduckgo_search: 'duckduckgo',
  google_search: 'google',
  bing_web_search: 'bing',
  wikipedia_search: 'wikipedia',
  arxiv_search: 'arxiv',
  pub_med_search: 'pubmed',
};

const searcher = (component: string): Reader => ({
  component,
  outputs: { json: 'results', '*': 'context' },
  read: ({ data }, context) => ({
    options: { question: readValue(asFields(data.tool_parameters).query, context) },
    remarks: [['google', 'bing'].includes(component) && 'credential'],
  }),
});

const email: Reader = {
  component: 'email',
  outputs: { '*': 'recipients' },
  read: ({ data }, context) => {
    const { send_to, subject, email_content } = asFields(data.tool_parameters);
    return {
      options: {
        to: readValue(send_to, context),
        subject: readValue(subject, context),
        text: readValue(email_content, context),
      },
      remarks: ['mail'],
    };
  },
};

const sql: Reader = {
  component: 'sql',
  outputs: { json: 'rows', '*': 'text' },
  read: ({ data }, context) => {
    const { query } = asFields(data.tool_parameters);
    const { remarks, ...options } = readStatement(readValue(query, context));
    return { options, remarks };
  },
};

const effects: Record<string, Reader> = {
  send_mail: email,
  send_mail_batch: email,
  sql_execute: sql,
};

export function readTool({ data }: Part): Reader | undefined {
  const name = asWords(data.tool_name);
  if (Object.hasOwn(effects, name)) return effects[name];
  return Object.hasOwn(searches, name) ? searcher(searches[name] as string) : undefined;
}

/** Parameters of a strategy stand with their types. */
const valueIn = (parameters: Fields, name: string) => asFields(parameters[name]).value;

function readWords(parameters: Fields, name: string, context: ReadContext): string {
  const given = parameters[name];
  return typeof given === 'string' ? readText(given, context) : readValue(given, context);
}

export const difyAgent: Reader = {
  component: 'agent',
  outputs: { '*': 'text' },
  read: ({ data }, context) => {
    const parameters = asFields(data.agent_parameters);
    const tools = asArray(valueIn(parameters, 'tools'))
      .map(asFields)
      .filter(({ enabled }) => enabled !== false);
    const isCode = ({ tool_name }: Fields) => tool_name === 'simple_code';
    const prompt = readWords(parameters, 'query', context);
    const rounds = asNumber(
      valueIn(parameters, 'maximum_iterations') ?? valueIn(parameters, 'max_iterations'),
    );
    const left = tools.filter((tool) => !isCode(tool)).length;
    return {
      options: {
        system: readWords(parameters, 'instruction', context),
        prompt: prompt === '{{sys.question}}' ? '' : prompt,
        code: tools.some(isCode),
        ...(rounds === undefined ? {} : { rounds: Math.max(1, Math.min(20, Math.trunc(rounds))) }),
      },
      remarks: ['model', left > 0 && (left < tools.length ? 'some_tools' : 'tools')],
    };
  },
};
