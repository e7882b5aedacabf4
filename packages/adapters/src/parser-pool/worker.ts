import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { type ParsedDocument, type ParseOptions, readDocument, UnreadableFileError } from '@lectern/parsing';
import workerpool from 'workerpool';

/** A file to read, and how. The path is one that this process may read. */
export type ParseTask = {
  path: string;
  name: string;
  mediaType?: string;
  options?: Omit<ParseOptions, 'onProgress'>;
};

/** What a worker tells its parent while it works. */
export type WorkerEvent =
  | { started: true }
  | { done: number; total: number }
  /** Bytes of memory that it keeps after a task. */
  | { held: number };

/** One thing a worker can do. It reports progress, or is taken for stuck. */
export type WorkerMethod = (
  task: never,
  onProgress: (done: number, total: number) => void,
) => Promise<unknown>;

/** A document larger than this would endanger the parent that receives it. */
const longestDocumentBytes = 256 * 1024 * 1024;
/** More reports than this a second tell nobody more. */
const reportEveryMs = 50;

/** Reads a file into blocks. Throws an UnreadableFileError. */
export async function parse(
  task: ParseTask,
  onProgress: (done: number, total: number) => void,
): Promise<ParsedDocument> {
  const bytes = await readFile(task.path);
  const input = { name: task.name, mediaType: task.mediaType, bytes };
  const document = await readDocument(input, { ...task.options, onProgress });
  if (measureDocument(document) > longestDocumentBytes) throw new UnreadableFileError('too_large_unpacked');
  return document;
}

/** Serves a pool: the whole body of a worker's entry file. `parse` is there without being named. */
export function serveParserPool(methods: Record<string, WorkerMethod> = {}): void {
  // The person who waits for a page comes before the file that is being read.
  setPriority(5);
  // A terminal or service manager signals every process; whether a file is given up is the pool's decision.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const served: Record<string, (task: never) => Promise<unknown>> = {};
  for (const [name, method] of Object.entries({ parse, ...methods })) {
    served[name] = async (task) => {
      emit({ started: true });
      try {
        return await method(task, createReporter());
      } finally {
        emit({ held: process.memoryUsage.rss() });
      }
    };
  }
  workerpool.worker(served);
}

function createReporter(): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    const now = Date.now();
    if (now - last < reportEveryMs && done < total) return;
    last = now;
    emit({ done, total });
  };
}

function emit(event: WorkerEvent): void {
  workerpool.workerEmit(event);
}

/** Bytes that the document takes on its way, roughly. */
function measureDocument(document: ParsedDocument): number {
  let bytes = 0;
  for (const block of document.blocks) {
    bytes += 200 + block.text.length * 2 + block.boxes.length * 40 + (block.image?.bytes?.byteLength ?? 0);
    for (const row of block.table?.rows ?? []) for (const cell of row) bytes += 40 + cell.text.length * 2;
  }
  return document.children.reduce((sum, child) => sum + measureDocument(child.document), bytes);
}
