import { chunkMethods, nameChunkMethod } from '@lectern/chunking';
import {
  AppError,
  type ChunkOptions,
  type ErrorDetails,
  type Language,
  type ProgressMessage,
} from '@lectern/contract';
import { formats } from '@lectern/parsing';
import { acceptsOf, methodTakes } from '../../platform/parser-process/method-formats.ts';
import type { DocumentRow } from './document.table.ts';

/** The content says what a file is, once it is read; until then its extension has the word. */
export function formatOfExtension(extension: string): string {
  return formats.find(({ extensions }) => extensions.includes(extension))?.id ?? extension;
}

/** Throws `document.method_refuses_format`, which says what the method takes and what takes the file. */
export function checkMethodTakes(method: string, format: string, language: Language): void {
  if (!methodTakes(method, format))
    throw new AppError('document.method_refuses_format', describeRefusal(method, format, language));
}

/** Details of the error of a document, from what was kept of it. */
export function readErrorDetails(
  { errorCode, errorDetail }: Pick<DocumentRow, 'errorCode' | 'errorDetail'>,
  language: Language,
): ErrorDetails {
  const detail = errorDetail ?? '';
  if (errorCode === 'quota.storage_reached') return { max: detail };
  if (errorCode !== 'parsing.method_refuses_format') return { detail };
  const [method = '', format = ''] = detail.split(' ');
  return describeRefusal(method, format, language);
}

/** Details of both errors `method_refuses_format`. */
export function describeRefusal(method: string, format: string, language: Language): ErrorDetails {
  const others = chunkMethods.filter(({ id }) => methodTakes(id, format));
  return {
    method: nameChunkMethod(method, language),
    format: format.toUpperCase(),
    formats: acceptsOf(method).join(', ').toUpperCase(),
    methods: others.map(({ id }) => nameChunkMethod(id, language)).join(', '),
  };
}

/** Methods made for one kind of file, rather than for all that can be read. */
const ownMethods: Record<string, string> = {
  image: 'picture',
  audio: 'audio',
  pptx: 'presentation',
  ppt: 'presentation',
  odp: 'presentation',
  eml: 'email',
  msg: 'email',
  mbox: 'email',
};

type MethodChoice = { chunkMethod: string; chunkOptions: ChunkOptions; note?: ProgressMessage };

/**
 * The method for a new file: the one that is set, or, where that does not take such files, the one made for them, which
 * the note tells. A file is never kept out by the settings of its base.
 */
export function chooseMethod(
  { chunkMethod, chunkOptions }: { chunkMethod: string; chunkOptions: ChunkOptions },
  format: string,
): MethodChoice {
  if (methodTakes(chunkMethod, format)) return { chunkMethod, chunkOptions };
  const instead = ownMethods[format] ?? 'naive';
  const details = { method: chunkMethod, format: format.toUpperCase(), instead };
  return {
    chunkMethod: instead,
    chunkOptions: {},
    note: { at: new Date().toISOString(), key: methodSwitched, details },
  };
}

export const methodSwitched = 'note.method_switched';
