import type { Part, ReadContext, Reader } from './assemble.ts';
import { readText } from './ragflow-values.ts';
import { asArray, asFields, asNumber, asWords, type Fields } from './values.ts';

const enabled = (data: Fields, name: string, option: string) =>
  data[`${name}Enabled`] === false ? undefined : asNumber(data[option]);

const parametersOf = (data: Fields) => ({
  temperature: enabled(data, 'temperature', 'temperature'),
  topP: enabled(data, 'topP', 'top_p'),
  presencePenalty: enabled(data, 'presencePenalty', 'presence_penalty'),
  frequencyPenalty: enabled(data, 'frequencyPenalty', 'frequency_penalty'),
  maxTokens: data.maxTokensEnabled === false ? undefined : asNumber(data.max_tokens),
  historyWindow: Math.min(50, asNumber(data.message_history_window_size) ?? 12),
});

const readPrompts = (part: Part, context: ReadContext) => {
  const { data } = part;
  const prompts = asArray(data.prompts).map(asFields);
  const prompt = prompts.map(({ content }) => readText(content, part, context)).join('\n\n');
  return {
    system: readText(data.sys_prompt ?? data.prompt, part, context),
    prompt: prompt === '{{sys.question}}' ? '' : prompt,
    ...parametersOf(data),
  };
};

export const writer: Reader = {
  component: 'generate',
  outputs: { '*': 'text' },
  read: (part, context) => ({
    options: { ...readPrompts(part, context), cite: part.data.cite !== false },
    remarks: ['model'],
  }),
};

const toolsOf = ({ data }: Part) => asArray(data.tools).map(asFields);
const kindOf = ({ component_name }: Fields) => asWords(component_name).toLowerCase();
const isCode = (tool: Fields) => ['codeexec', 'code'].includes(kindOf(tool));

const agent: Reader = {
  component: 'agent',
  outputs: { '*': 'text' },
  read: (part, context) => {
    const tools = toolsOf(part);
    const searches = tools.filter((tool) => kindOf(tool) === 'retrieval');
    const known = searches.length + tools.filter(isCode).length;
    const left = tools.length - known + asArray(part.data.mcp).length;
    return {
      options: {
        ...readPrompts(part, context),
        topN: asNumber(asFields(searches[0]?.params).top_n),
        code: tools.some(isCode),
        rounds: Math.max(1, Math.min(20, asNumber(part.data.max_rounds) ?? 5)),
      },
      remarks: [
        'model',
        searches.length > 0 && 'knowledge_bases',
        left > 0 && (known > 0 ? 'some_tools' : 'tools'),
      ],
    };
  },
};

/** Without tools, theirs is one call of a model. */
export const chooseAgent = (part: Part): Reader =>
  toolsOf(part).length + asArray(part.data.mcp).length > 0 ? agent : writer;
