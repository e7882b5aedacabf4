import { type FlowGraph, flowFile, type Language } from '@lectern/contract';
import { parse } from 'yaml';
import { ImportError, type ReportedPart } from './import-report.ts';
import { isDify, readDify } from './read-dify.ts';
import { isRagflow, readRagflow } from './read-ragflow.ts';
import { asFields, isTooDeep } from './values.ts';

export type ImportedFlow = {
  source: 'lectern' | 'ragflow' | 'dify';
  name: string;
  description: string;
  graph: FlowGraph;
  parts: ReportedPart[];
};

/** YAML takes longer to read than JSON: an export that somebody drew is far smaller. */
const longestYaml = 1_000_000;

/** Reads a flow from the text of a file: ours, an agent of RAGFlow, or an app of Dify. Throws an ImportError. */
export function readFlowFile(text: string, language: Language): ImportedFlow {
  const { value, format } = parseText(text);
  if (isTooDeep(value)) throw new ImportError('nested too deeply');
  const file = asFields(value);
  if (isRagflow(file)) return { source: 'ragflow', ...readRagflow(file, language) };
  if (isDify(file)) return { source: 'dify', ...readDify(file, language) };
  const parsed = flowFile.safeParse(value);
  if (!parsed.success)
    throw new ImportError(format === 'JSON' ? parsed.error.issues[0]?.path.join('.') || 'kind' : format);
  const { name, description, graph } = parsed.data;
  return { source: 'lectern', name, description, graph, parts: [] };
}

function parseText(text: string): { value: unknown; format: 'JSON' | 'YAML' } {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^\s*[{[]/.test(plain))
    try {
      return { value: JSON.parse(plain), format: 'JSON' };
    } catch (cause) {
      throw new ImportError(`JSON: ${(cause as Error).message.slice(0, 200)}`);
    }
  if (plain.length > longestYaml) throw new ImportError(`YAML: more than ${longestYaml} characters`);
  try {
    // Data only: no tags of its own, and few aliases, so that a small file stays small.
    return { value: parse(plain, { schema: 'core', maxAliasCount: 50, logLevel: 'silent' }), format: 'YAML' };
  } catch (cause) {
    throw new ImportError(`YAML: ${(cause as Error).message.split('\n')[0]?.slice(0, 200)}`);
  }
}
