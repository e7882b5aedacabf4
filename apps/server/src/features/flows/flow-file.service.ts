import {
  AppError,
  type BodyOf,
  type FlowFile,
  type importFlow,
  type Language,
  type ResponseOf,
} from '@lectern/contract';
import { flowComponents, ImportError, makePortable, readFlowFile } from '@lectern/flow';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { addImported, loadFlow } from './flow.service.ts';

export function exportFile({ database }: Platform, actor: Actor, id: string): Promise<FileAnswer> {
  return database.withActor(actor, async (tx) => {
    const { name, description, graph } = await loadFlow(tx, actor, 'read', id);
    const file: FlowFile = {
      kind: 'lectern.flow',
      name,
      description,
      graph: makePortable(graph, flowComponents),
    };
    const bytes = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
    return {
      stream: bytes,
      sizeBytes: bytes.length,
      mediaType: 'application/json',
      name: `${name}.flow.json`,
    };
  });
}

export async function importFile(
  platform: Platform,
  actor: Actor,
  { text, fileName }: BodyOf<typeof importFlow>,
  language: Language,
): Promise<ResponseOf<typeof importFlow>> {
  const { source, parts, ...read } = readFile(text, language);
  const named = read.name.trim() || fileName.replace(/\.\w+$/, '').trim() || source;
  const added = await addImported(platform, actor, { ...read, name: named.slice(0, longestName) });
  return { ...added, report: { source, parts } };
}

/** Room for the number that makes a name free. */
const longestName = 240;

function readFile(text: string, language: Language): ReturnType<typeof readFlowFile> {
  try {
    return readFlowFile(text, language);
  } catch (error) {
    if (error instanceof ImportError) throw new AppError('flow.wrong_file', { detail: error.detail });
    throw error;
  }
}
