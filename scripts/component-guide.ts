/** Writes docs/guide/flow-components.md from the registry of components; a test checks that it is up to date. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlowCategory, FlowField, Json } from '@lectern/contract';
import { describeFlowComponent, flowComponents } from '@lectern/flow';

const headings: Record<FlowCategory, string> = {
  conversation: 'Conversation',
  knowledge: 'Knowledge',
  model: 'Models',
  logic: 'Branches and loops',
  data: 'Texts and values',
  tools: 'Tools',
  search: 'Searches outside',
};

const introduction = `# Components of flows

Every component that a flow can be built of. [Build a flow](flows.md) explains how they work together. This page is
written by \`node scripts/component-guide.ts\`.
`;

/** Widgets whose values name things of a company: an example cannot. */
const companyWidgets = ['knowledge_bases', 'chat_model', 'rerank_model', 'assistant', 'flow', 'credential'];

type Described = ReturnType<typeof describeFlowComponent> & { example: Record<string, Json> };

export function writeComponentGuide(): string {
  const all = [...flowComponents.values()].map(
    (component): Described => ({ ...describeFlowComponent(component, 'en'), example: component.example }),
  );
  const sections = Object.entries(headings).map(([category, heading]) => {
    const parts = all.filter((component) => component.category === category).map(writeComponent);
    return [`## ${heading}\n`, ...parts].join('\n');
  });
  return [introduction, ...sections].join('\n');
}

function writeComponent(component: Described): string {
  const { id, name, description, needs, options, ports, portsFrom, outputs, outputsFrom, example } =
    component;
  const named = (option: string) => options.find((field) => field.name === option)?.label ?? option;
  const ways = [
    ...(portsFrom ? [`one for each row of *${named(portsFrom.option)}*`] : []),
    ...ports.map(({ label }) => `*${label}*`),
  ];
  return [
    `### ${name}\n\n\`${id}\` – ${description}${needs === '' ? '' : `\n\n**Needs**: ${needs}`}\n`,
    writeTable(
      ['Option', 'What it is', 'Default'],
      options.flatMap((field) => writeOption(field)),
    ),
    writeTable(
      ['Output', 'What it is'],
      [
        ...outputs.map((output) => [`\`${output.name}\``, output.description]),
        ...(outputsFrom ? [[`each row of *${named(outputsFrom)}*`, 'its value, by its name']] : []),
      ],
    ),
    ways.length > 1 || portsFrom ? `Ways out: ${ways.join(', ')}.\n` : '',
    writeExample(options, example),
  ]
    .filter(Boolean)
    .join('\n');
}

function writeOption({ label, description = '', fields, ...field }: FlowField, within = ''): string[][] {
  const bounds = [field.min, field.max].every((bound) => bound !== undefined)
    ? ` ${field.min} to ${field.max}.`
    : '';
  const choices = field.choiceLabels ? ` One of ${field.choiceLabels.join(', ')}.` : '';
  const row = [
    `${within}${label}${field.required ? ' (required)' : ''}`,
    `${description}${choices}${bounds}`.trim(),
    writeDefault(field),
  ];
  return [row, ...(fields ?? []).flatMap((inner) => writeOption(inner, `${within}${label} › `))];
}

function writeDefault({ default: value, choices = [], choiceLabels = [] }: Omit<FlowField, 'label'>): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return choiceLabels[choices.indexOf(String(value))] ?? `\`${String(value).replaceAll('\n', '\\n')}\``;
}

/** What is set in the form of a typical node. */
function writeExample(options: FlowField[], example: Record<string, Json>): string {
  const lines = writeValues(options, example, '');
  return lines.length === 0 ? '' : `Example:\n\n${lines.join('\n')}\n`;
}

function writeValues(options: FlowField[], values: Record<string, Json>, indent: string): string[] {
  return options.flatMap(({ name, label, widget, fields, choices = [], choiceLabels = [] }) => {
    const value = values[name];
    if (value === undefined) return [];
    if (fields && Array.isArray(value))
      return value.flatMap((row) => [
        `${indent}- ${label}:`,
        ...writeValues(fields, row as Record<string, Json>, `${indent}  `),
      ]);
    if (companyWidgets.includes(widget)) return [`${indent}- ${label}: one of the company’s`];
    if (typeof value === 'boolean') return [`${indent}- ${label}: ${value ? 'on' : 'off'}`];
    const chosen = choiceLabels[choices.indexOf(String(value))];
    return [`${indent}- ${label}: ${chosen ?? `\`${String(value).replaceAll('\n', '↵')}\``}`];
  });
}

function writeTable(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const target = join(import.meta.dirname, '../docs/guide/flow-components.md');
if (import.meta.main) writeFileSync(target, writeComponentGuide());
