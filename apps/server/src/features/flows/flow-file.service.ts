import { AppError, type Flow, type FlowFile, flowFile } from '@lectern/contract';
import { flowComponents, makePortable } from '@lectern/flow';
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

export function importFile(platform: Platform, actor: Actor, text: string): Promise<Flow> {
  return addImported(platform, actor, readFile(text));
}

function readFile(text: string): FlowFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('flow.wrong_file', { detail: 'JSON' });
  }
  const parsed = flowFile.safeParse(value);
  if (!parsed.success)
    throw new AppError('flow.wrong_file', { detail: parsed.error.issues[0]?.path.join('.') || 'kind' });
  return parsed.data;
}
