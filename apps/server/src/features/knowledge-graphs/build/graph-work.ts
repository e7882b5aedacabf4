import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  askForReport,
  assembleGraph,
  type ChunkText,
  type CommunityReport,
  type CompleteRequest,
  communitiesToReport,
  drawMindMap,
  type Extraction,
  extractBuiltIn,
  type KnowledgeGraph,
  type MindMapNode,
  type MindMapPassage,
  type PassageExtraction,
  reportBuiltIn,
} from '@lectern/knowledge-graph';

// What of a graph would hold up the process that serves pages is done in a parser process.

export type ExtractGraphTask = { chunks: ChunkText[]; entityTypes: string[] };

export type AssembleGraphTask = {
  /** A file of lines, each a PassageExtraction: a large knowledge base does not fit one message. */
  path: string;
  method: 'model' | 'built_in';
  seed: number;
};

/** `questions`: what a model is asked for reports better than those of the built-in method. */
export type AssembledGraph = {
  graph: KnowledgeGraph;
  reports: Record<number, CommunityReport>;
  questions: Record<number, CompleteRequest & { chunkIds: string[] }>;
};

type OnProgress = (done: number, total: number) => void;

export async function extractGraph(
  { chunks, entityTypes }: ExtractGraphTask,
  onProgress: OnProgress,
): Promise<Extraction[]> {
  return chunks.map((chunk, n) => {
    if (n % 16 === 0) onProgress(n, chunks.length);
    return extractBuiltIn(chunk, entityTypes);
  });
}

export async function assembleGraphOfFile(
  { path, method, seed }: AssembleGraphTask,
  onProgress: OnProgress,
): Promise<AssembledGraph> {
  const passages: PassageExtraction[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line !== '') passages.push(JSON.parse(line));
    if (passages.length % 500 === 0) onProgress(1, 3);
  }
  onProgress(1, 3);
  const graph = assembleGraph(passages, { method, seed, onStep: () => onProgress(1, 3) });
  onProgress(2, 3);
  const assembled: AssembledGraph = { graph, reports: {}, questions: {} };
  for (const community of communitiesToReport(graph)) {
    const report = reportBuiltIn(graph, community);
    const question = method === 'model' ? askForReport(graph, community) : undefined;
    if (report) assembled.reports[community.number] = report;
    if (question) assembled.questions[community.number] = question;
  }
  return assembled;
}

export type DrawMindMapTask = { title: string; passages: MindMapPassage[] };

export async function drawMindMapOfPassages({ title, passages }: DrawMindMapTask): Promise<MindMapNode> {
  return drawMindMap(title, passages);
}
