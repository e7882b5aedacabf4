import type { Chunk, ChunkResult } from '../chunk.ts';
import type { CallEstimate, Refinement, RefineTools } from '../method.ts';
import { cutText } from '../split/cut-text.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { loadTokenCounter } from '../tokens.ts';
import { fieldNames, type ResumeFacts, writeHeadline } from './facts.ts';
import {
  type ModelPart,
  readFactsAnswer,
  readPartsAnswer,
  SYSTEM,
  writeFactsPrompt,
  writePartsPrompt,
} from './model-answers.ts';
import { bodyOf, joinLines, listNumberedLines, type NumberedLine } from './numbered-lines.ts';
import { topicsOfEntries } from './sections.ts';

/** Longer ones are no résumés, and the model would lose count of their lines. */
const MOST_TOKENS = 24_000;
/** The instruction around the résumé, the system's included. */
const PROMPT_TOKENS = 270;
const NUMBER_TOKENS = 3;
const FACTS_TOKENS = 700;
const PART_TOKENS = 70;
const DEFAULT_BUDGET = 512;

/**
 * A model reads the résumé twice: once for the facts of the person, once for the lines at which its parts begin. It gives
 * line numbers and copied values; what the résumé does not say, or what does not fit its lines, is left as it was.
 */
export const refinement: Refinement = { estimate, refine };

function estimate(cut: ChunkResult): CallEstimate {
  // The line with which all chunks begin is not sent.
  const share = (chunk: Chunk) => bodyOf(chunk).length / Math.max(chunk.text.length, 1);
  const tokens = Math.ceil(cut.chunks.reduce((sum, chunk) => sum + chunk.tokens * share(chunk), 0));
  const isResume = cut.chunks.length > 0 && cut.chunks.every(({ kind }) => kind === 'profile');
  if (!isResume || tokens > MOST_TOKENS) return { calls: 0, promptTokens: 0, completionTokens: 0 };
  const lines = listNumberedLines(cut.chunks).length;
  return {
    calls: 2,
    promptTokens: 2 * (tokens + PROMPT_TOKENS) + lines * NUMBER_TOKENS,
    completionTokens: FACTS_TOKENS + PART_TOKENS * (cut.chunks.length + 2),
  };
}

async function refine(cut: ChunkResult, options: unknown, tools: RefineTools): Promise<ChunkResult> {
  if (estimate(cut).calls === 0) return cut;
  const lines = listNumberedLines(cut.chunks);
  const ask = async (prompt: string, maxTokens: number, done: number) => {
    tools.signal?.throwIfAborted();
    const answer = await tools.complete({ system: SYSTEM, prompt, maxTokens });
    tools.onProgress?.(done, 2);
    return answer;
  };
  const found = readFactsAnswer(await ask(writeFactsPrompt(lines), FACTS_TOKENS * 3, 1), lines);
  const partsTokens = PART_TOKENS * 2 * (cut.chunks.length + 10);
  const parts = readPartsAnswer(await ask(writePartsPrompt(lines), partsTokens, 2), lines);
  if (!parts && Object.keys(found).length === 0) return cut;
  const facts: ResumeFacts = { ...cut.facts, ...found };
  const runs: Run[] = parts
    ? parts.map((part) => ({ lines: lines.slice(part.from, part.to), part }))
    : [...Map.groupBy(lines, ({ chunk }) => chunk).values()].map((own) => ({ lines: own }));
  return { ...cut, facts, chunks: await writeChunks(runs, facts, readBudget(options)) };
}

function readBudget(options: unknown): number {
  const budget = (options as { chunkTokenNumber?: unknown } | undefined)?.chunkTokenNumber;
  return typeof budget === 'number' && budget > 0 ? budget : DEFAULT_BUDGET;
}

/** Lines that become one chunk, or several where they are too long. */
type Run = { lines: NumberedLine[]; part?: ModelPart };

async function writeChunks(runs: readonly Run[], facts: ResumeFacts, budget: number): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const delimiters = parseDelimiters(DEFAULT_DELIMITER);
  const headline = writeHeadline(facts);
  const headTokens = headline === '' ? 0 : countTokens(headline) + 1;
  const withHead = headTokens > 0 && headTokens * 2 <= budget;
  const room = budget - (withHead ? headTokens : 0);
  const chunks: Chunk[] = [];
  for (const run of runs) {
    const fields = createRunFields(run, facts, withHead ? headline : '');
    for (const { text: body } of cutText(joinLines(run.lines), { budget: room, delimiters, countTokens })) {
      const text = withHead ? `${headline}\n\n${body}` : body;
      chunks.push({
        ...placeRun(run, facts),
        ordinal: chunks.length,
        text,
        tokens: countTokens(text),
        fields,
      });
    }
  }
  return chunks;
}

function createRunFields(
  { lines, part }: Run,
  facts: ResumeFacts,
  headline: string,
): NonNullable<Chunk['fields']> {
  const own = lines[0]!.chunk.fields ?? {};
  const topic = part?.topic ?? own.topic;
  const years = Number(facts.yearsOfExperience);
  const common = {
    topic: topic ?? null,
    headline,
    name: facts.name ?? null,
    ...(Number.isFinite(years) ? { yearsOfExperience: years } : {}),
  };
  const person = topic === 'identity' || topic === 'summary' ? { ...facts } : {};
  if (!part) return { ...own, ...person, ...common };
  const [position, organisation] = fieldNames[part.topic] ?? ['position', 'organisation'];
  const kept =
    part.start === undefined && own.topic === part.topic && topicsOfEntries.has(part.topic) ? own : {};
  return {
    ...kept,
    ...person,
    ...common,
    ...(part.position === undefined ? {} : { [position]: part.position }),
    ...(part.organisation === undefined ? {} : { [organisation]: part.organisation }),
    ...(part.start === undefined ? {} : { start: part.start }),
    ...(part.end === undefined ? {} : { end: part.end }),
    ...(part.start !== undefined && part.end === undefined ? { isCurrent: true } : {}),
  };
}

/** Where the chunks lie that a run has lines of. */
function placeRun({ lines }: Run, facts: ResumeFacts): Omit<Chunk, 'ordinal' | 'text' | 'tokens' | 'fields'> {
  const sources = [...new Set(lines.map(({ chunk }) => chunk))];
  const pages = sources.flatMap(({ page, pageEnd }) => (page === undefined ? [] : [page, pageEnd ?? page]));
  const page = pages.length > 0 ? Math.min(...pages) : undefined;
  const pageEnd = pages.length > 0 ? Math.max(...pages) : undefined;
  const section = sources[0]!.headingPath.slice(1);
  const imageBlockId = sources.find((source) => source.imageBlockId !== undefined)?.imageBlockId;
  return {
    headingPath: [
      ...(facts.name === undefined ? [] : [facts.name]),
      ...(facts.name === undefined ? sources[0]!.headingPath : section),
    ],
    ...(page === undefined ? {} : { page }),
    ...(pageEnd === undefined || pageEnd === page ? {} : { pageEnd }),
    boxes: sources.flatMap(({ boxes }) => boxes),
    charRange: {
      start: Math.min(...sources.map(({ charRange }) => charRange.start)),
      end: Math.max(...sources.map(({ charRange }) => charRange.end)),
    },
    blockIds: [...new Set(sources.flatMap(({ blockIds }) => blockIds))],
    keywords: [],
    questions: [],
    kind: 'profile',
    ...(imageBlockId === undefined ? {} : { imageBlockId }),
  };
}
