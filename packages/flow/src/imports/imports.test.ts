import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowFormat } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { flowComponents } from '../components/index.ts';
import { checkGraph } from '../graph/check-graph.ts';
import type { FlowServices } from '../services.ts';
import { postsOf, runTestFlow } from '../testing/run-test-flow.ts';
import { ImportError } from './import-report.ts';
import { readFlowFile } from './read-flow-file.ts';

const folder = join(import.meta.dirname, 'fixtures');
const open = (name: string) => readFlowFile(readFileSync(join(folder, name), 'utf8'), 'en');
const listOf = (kind: string) => readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`);
const problemsOf = (graph: Parameters<typeof checkGraph>[0]) =>
  checkGraph(graph, flowComponents).map(({ code, detail }) => `${code} ${detail}`);

const model: Partial<FlowServices> = {
  ask: () => async () => 'roses',
  write: async ({ prompt, system }) => ({
    text: `<${system.slice(0, 8)}|${prompt}>`,
    citations: [],
    isBuiltIn: false,
  }),
};

/** What keeps the flow of a file from running before anything was chosen. */
const lacks: Record<string, string[]> = {
  'ragflow/v0.13.0-websearch-assistant.json': ['missing_option knowledgeBaseIds'],
  'dify/reply-by-intent.yml': ['missing_option knowledgeBaseIds'],
  'dify/thinking-assistant.yml': ['missing_option knowledgeBaseIds'],
};

describe.each([...listOf('ragflow'), ...listOf('dify')])('%s', (name) => {
  it('becomes a graph that lacks only what a company has to choose', () => {
    const { graph, parts, name: title } = open(name);
    expect(title).not.toBe('');
    expect(problemsOf(graph)).toEqual(lacks[name] ?? []);
    for (const { nodeId } of parts) expect(graph.nodes.map(({ id }) => id)).toContain(nodeId);
    expect(parts.filter(({ component }) => component === null)).toEqual([]);
  });
});

const folderOfOthers = process.env.LECTERN_FLOW_EXPORTS;
it.skipIf(!folderOfOthers)('opens or refuses each of many files', () => {
  const read = readdirSync(folderOfOthers as string).map((name) => {
    try {
      const { graph } = readFlowFile(readFileSync(join(folderOfOthers as string, name), 'utf8'), 'en');
      return problemsOf(graph).some((one) => /^(wrong_option|unknown_port|duplicate)/.test(one))
        ? name
        : undefined;
    } catch (error) {
      return error instanceof ImportError ? undefined : name;
    }
  });
  expect(read.filter(Boolean)).toEqual([]);
});

describe('a flow of another product runs', () => {
  it('of RAGFlow 0.17, with its forms and iterations', async () => {
    const { graph } = open('ragflow/v0.17.2-research-report.json');
    const { end, stored } = await runTestFlow(graph, '', {
      give: { ...model, fetch: async () => ({ status: 200, headers: {}, text: '{"feed":{"all":"0"}}' }) },
    });
    expect(end).toMatchObject({ status: 'finished' });
    expect(postsOf(stored).at(-1)).toContain('<h1>');
  });

  it('of RAGFlow 0.27, which asks in between and waits for the next message at its end', async () => {
    const { graph } = open('ragflow/v0.27.0-user-interaction.json');
    const { end } = await runTestFlow(graph, 'What is a rose?', { give: model });
    expect(end).toMatchObject({
      status: 'waiting',
      steps: [
        { awaits: { kind: 'form', text: expect.stringContaining('Here is my search plan:\n<<role>') } },
      ],
    });
  });

  it('of Dify, with its translation and reflection', async () => {
    const { graph } = open('dify/translation-workflow.yml');
    const { end } = await runTestFlow(graph, '', { give: model });
    expect(end).toMatchObject({ status: 'finished' });
  });
});

describe('a file of ours', () => {
  it.each(Array.from({ length: flowFormat }, (_, i) => i + 1))(
    'of format %i opens and runs',
    async (format) => {
      const { graph, name } = open(`lectern/format-${format}.flow.json`);
      expect([name, problemsOf(graph)]).toEqual(['Rose desk', []]);
      const { stored } = await runTestFlow(graph, 'one\ntwo');
      expect(postsOf(stored)).toEqual([': 1. one (rose)\n2. two (rose)']);
    },
  );
});

const dify = (nodes: unknown, more: object = {}) =>
  JSON.stringify({
    kind: 'app',
    app: { mode: 'workflow', name: 'x' },
    workflow: { graph: { nodes, edges: [] }, ...more },
  });
const node = (id: string, type: string, data: object = {}, more: object = {}) => ({
  id,
  data: { type, title: id, ...data },
  ...more,
});

describe('parts', () => {
  const nodes = [
    node('1', 'start', { variables: [{ variable: 'Topic', type: 'select', options: ['a', 'b'] }] }),
    node('py', 'code', { code_language: 'python3', code: 'def main(): pass', api_key: 'S3CRET' }),
    node('js', 'code', {
      code_language: 'javascript',
      code: 'const main = () => ({n: 1})',
      variables: [{ variable: 't', value_selector: ['1', 'Topic'] }],
    }),
    node('http', 'http-request', {
      method: 'get',
      url: 'https://api.example/{{#1.Topic#}}',
      headers: 'Authorization:Bearer S3CRET\nX-A:{{#js.n#}}',
      authorization: { type: 'api-key', config: { api_key: 'S3CRET' } },
    }),
    node('end', 'end', { outputs: [{ variable: 'r', value_selector: ['http', 'body'] }] }),
  ];
  const edges = [
    ['1', 'py'],
    ['py', 'js'],
    ['js', 'http'],
    ['http', 'end'],
  ].map(([source, target]) => ({ source, target }));
  const file = () => dify(nodes, { graph: { nodes, edges } });

  it('keep their references, and what is unknown is a note that is led past', () => {
    const { graph, parts } = readFlowFile(file(), 'en');
    const by = Object.fromEntries(graph.nodes.map(({ id, options }) => [id, options]));
    expect(by.begin).toMatchObject({ fields: [{ name: 'topic', type: 'choice', choices: 'a\nb' }] });
    expect(by.code_1).toMatchObject({ inputs: [{ name: 't', value: '{{begin.topic}}' }] });
    expect(by.http_1).toMatchObject({
      url: 'https://api.example/{{begin.topic}}',
      headers: [{ name: 'X-A', value: '{{code_1.result.n}}' }],
    });
    expect(by.answer_1).toEqual({ content: '{{http_1.text}}' });
    expect(by.note_1?.text).toMatch(/“py” \(code\) has no counterpart[\s\S]*def main/);
    expect(graph.edges.map(({ source, target }) => `${source} ${target}`)).toContain('begin code_1');
    expect(parts.map(({ component, remarks }) => [component, ...remarks])).toEqual([
      ['begin'],
      [null],
      ['code'],
      ['http', 'credential'],
      ['answer'],
    ]);
  });

  it('leave secrets behind', () => {
    expect(JSON.stringify(readFlowFile(file(), 'en'))).not.toContain('S3CRET');
  });
});

describe('parts that act', () => {
  const read = (components: Record<string, { name: string; params: object; to?: string[] }>) =>
    readFlowFile(
      JSON.stringify({
        title: 'x',
        dsl: {
          components: Object.fromEntries(
            Object.entries(components).map(([id, { name, params, to = [] }]) => [
              id,
              { obj: { component_name: name, params }, downstream: to },
            ]),
          ),
        },
      }),
      'en',
    );
  const begin = { name: 'Begin', params: { mode: 'task' }, to: ['p'] };
  const become = (name: string, params: object) => {
    const { graph, parts } = read({ begin, p: { name, params } });
    const { component, options } = graph.nodes[1] ?? {};
    return { component, options, remarks: parts[1]?.remarks };
  };

  it('are agents with the tools that there are here, and models where they have none', () => {
    const retrieval = { component_name: 'Retrieval', params: { kb_ids: ['7'], top_n: 4 } };
    const tools = [retrieval, { component_name: 'CodeExec', params: {} }, { component_name: 'GitHub' }];
    expect(become('Agent', { sys_prompt: 'Look.', tools, max_rounds: 30 })).toMatchObject({
      component: 'agent',
      options: { system: 'Look.', topN: 4, code: true, rounds: 20 },
      remarks: ['model', 'knowledge_bases', 'some_tools'],
    });
    expect(become('Agent', { mcp: [{ mcp_id: '1' }] }).remarks).toEqual(['model', 'tools']);
    expect(become('Agent', { sys_prompt: 'Write.' })).toMatchObject({
      component: 'generate',
      remarks: ['model'],
    });
  });

  it('are mails to whom they went, without the password of their server', () => {
    const params = {
      to_email: 'a@x.example',
      cc_email: '{sys.query}',
      subject: 'S',
      content: 'T',
      smtp_server: 'smtp.example',
      password: 'S3CRET',
    };
    expect(become('Email', params)).toEqual({
      component: 'email',
      options: { to: 'a@x.example, {{sys.question}}', subject: 'S', text: 'T' },
      remarks: ['mail'],
    });
  });

  it('are statements whose values come in as parameters', () => {
    const sql =
      "select * from t where a = '{sys.query}' and b like '%{sys.query}%' and c > {begin@n} -- it''s;";
    const params = { db_type: 'postgres', sql, max_records: 1024, password: 'S3CRET' };
    expect(become('ExeSQL', params)).toEqual({
      component: 'sql',
      options: {
        sql: "select * from t where a = $1 and b like ('%' || $1::text || '%') and c > $2 -- it''s",
        parameters: [
          { id: 'p1', value: '{{sys.question}}' },
          { id: 'p2', value: '{{begin.question}}' },
        ],
        maxRows: 1_000,
      },
      remarks: ['database'],
    });
    expect(become('ExeSQL', { db_type: 'mysql', sql: '{sys.query}' })).toMatchObject({
      options: { parameters: [] },
      remarks: ['database', 'statement', 'dialect'],
    });
  });

  it('of Dify are read in the same way', () => {
    const constant = (value: unknown) => ({ type: 'constant', value });
    const tool = (name: string, tool_parameters: object) =>
      node(name, 'tool', { tool_name: name, tool_parameters });
    const { graph, parts } = readFlowFile(
      dify([
        node('1', 'start'),
        node('agent', 'agent', {
          agent_parameters: {
            instruction: constant('Look.'),
            query: constant('{{#sys.query#}}'),
            maximum_iterations: constant(3),
            tools: constant([{ tool_name: 'simple_code', enabled: true }, { tool_name: 'webscraper' }]),
          },
        }),
        tool('send_mail', { send_to: constant('a@x.example'), subject: constant('S') }),
        tool('sql_execute', { query: constant("select '{{#1.x#}}'"), db_uri: constant('S3CRET') }),
      ]),
      'en',
    );
    expect(graph.nodes.slice(1).map(({ component, options }) => ({ component, options }))).toMatchObject([
      { component: 'agent', options: { system: 'Look.', prompt: '', code: true, rounds: 3 } },
      { component: 'email', options: { to: 'a@x.example', subject: 'S' } },
      { component: 'sql', options: { sql: 'select $1', parameters: [{ value: '{{begin.question}}' }] } },
    ]);
    expect(parts.slice(1).map(({ remarks }) => remarks)).toEqual([
      ['model', 'some_tools'],
      ['mail'],
      ['database'],
    ]);
    expect(JSON.stringify(graph)).not.toContain('S3CRET');
  });
});

describe('a hostile file', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
    .join('\n')}`;
  const ring = [
    node('1', 'start'),
    node('a', 'iteration', {}, { parentId: 'b' }),
    node('b', 'iteration', {}, { parentId: 'a' }),
  ];
  it.each([
    ['is nothing', '{}', 'kind'],
    ['is words', 'once upon a time', 'YAML'],
    ['is broken JSON', '{"a":', 'JSON'],
    ['is broken YAML', 'a: [1', 'YAML'],
    ['has aliases of aliases', bomb, 'YAML'],
    ['has a tag that would run', 'a: !!js/function "function () {}"', 'YAML'],
    ['is too much YAML', `a: ${'x'.repeat(1_000_001)}`, 'YAML'],
    ['is nested deeply', deep(100_000), 'nested'],
    ['hides its depth in a node', dify([node('1', 'start', { deep: JSON.parse(deep(500)) })]), 'nested'],
    ['has no nodes', dify(7), 'no workflow'],
    ['has nothing to begin with', dify([node('1', 'llm')]), 'no Start'],
    ['has nodes that are none', dify([1, null, 'x', []]), 'no Start'],
    ['has two nodes of one id', dify([node('1', 'start'), node('1', 'llm')]), 'same id'],
    [
      'has too many nodes',
      dify([node('1', 'start'), ...Array.from({ length: 500 }, (_, i) => node(`n${i}`, 'llm'))]),
      'nodes',
    ],
    ['has nodes that hold each other', dify(ring), 'graph|nodes'],
    [
      'is a chat without a graph',
      JSON.stringify({ kind: 'app', app: { mode: 'chat' }, model_config: {} }),
      'chat',
    ],
    [
      'has an agent without a beginning',
      JSON.stringify({ components: { a: { obj: { component_name: 'File' } } } }),
      'no Begin',
    ],
  ])('that %s is refused with the reason', (_, text, reason) => {
    let refused: unknown;
    try {
      readFlowFile(text, 'en');
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ImportError);
    expect((refused as ImportError).detail).toMatch(new RegExp(reason));
  });

  it('that has wrong types everywhere is read as far as it goes', () => {
    const odd = [
      'llm',
      'if-else',
      'question-classifier',
      'assigner',
      'http-request',
      'iteration',
      'loop',
      'constructor',
      '__proto__',
    ];
    const fields = [
      'prompt_template',
      'cases',
      'classes',
      'items',
      'body',
      'variables',
      'model',
      'iterator_selector',
      'break_conditions',
    ];
    for (const value of [7, 'x', null, [], [[]], [null], { a: 1 }, true])
      expect(
        readFlowFile(
          dify([
            node('1', 'start', { variables: value }),
            ...odd.map((type) =>
              node(`n-${type}`, type, Object.fromEntries(fields.map((name) => [name, value]))),
            ),
          ]),
          'en',
        ).graph.nodes,
      ).toHaveLength(odd.length + 1);
  });
});
