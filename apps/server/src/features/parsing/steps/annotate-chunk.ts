import { buffer } from 'node:stream/consumers';
import { loadTokenCounter } from '@lectern/chunking';
import {
  type Annotation,
  buildAnnotationPrompt,
  type createKeywordFinder,
  figurePrompt,
  figureTokens,
  readAnnotation,
  readFigure,
} from '@lectern/enrichment';
import type { ChatModel, VisionModel } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { updateChunkEnrichment } from '../../documents/chunks/chunk.queries.ts';
import type { ChunkRow } from '../../documents/chunks/chunk.table.ts';
import { complete } from '../../models/complete.service.ts';
import type { Opened } from '../../models/model.service.ts';
import type { ParseRun } from '../parse-run.ts';
import { inRoom, recordCall, skipOnModelError } from '../record-model-call.ts';

/** What answers: each is left out where there is none. */
type Helpers = {
  writer: Opened<ChatModel> | undefined;
  vision: Opened<VisionModel> | undefined;
  /** In the writer's place, for keywords. */
  finder: ReturnType<typeof createKeywordFinder> | undefined;
};

type Booking = Parameters<typeof recordCall>[3] & { kind: 'chat' | 'vision' };

/** Works on one chunk at a time; what a model made of it, what that cost and its mark are kept in one transaction. */
export function createAnnotator(run: ParseRun, { writer, vision, finder }: Helpers) {
  const { platform, parse, enrichment, follower } = run;
  /** A logo on every page is looked at once. */
  const described = new Map<string, Promise<string | undefined>>();
  let leftOut = 0;

  async function annotate(row: ChunkRow): Promise<void> {
    const calls: Booking[] = [];
    let usable = true;
    const description = await describe(row, calls);
    if (description === null) usable = false;
    const text = description ? `${row.text}\n\n${description}` : row.text;
    const ask = async (annotation: Annotation, wanted: number) => {
      const answer = await askWriter(annotation, row, text, wanted, calls);
      if (answer?.length === 0) usable = false;
      return answer ?? [];
    };
    const keywords = finder
      ? finder.find(text, enrichment.autoKeywords)
      : await ask('keywords', enrichment.autoKeywords);
    const questions = await ask('questions', enrichment.autoQuestions);
    if (!usable) leftOut++;
    const tokens = description ? (await loadTokenCounter())(text) : row.tokens;
    await platform.database.withCompany(parse.companyId, async (tx) => {
      await updateChunkEnrichment(tx, row.id, {
        text: cleanText(text),
        tokens,
        keywords: merge(row.keywords, keywords),
        questions: merge(row.questions, questions),
        enrichedAt: new Date(),
      });
      for (const { kind, ...call } of calls) await recordCall(tx, kind, run, call);
    });
  }

  /** Undefined where nothing was asked; empty where nothing usable came. */
  async function askWriter(
    annotation: Annotation,
    row: ChunkRow,
    text: string,
    wanted: number,
    calls: Booking[],
  ): Promise<string[] | undefined> {
    if (!writer || wanted === 0) return undefined;
    const startedAt = performance.now();
    const prompt = buildAnnotationPrompt(annotation, text, wanted);
    const { signal } = follower;
    const asking = () => complete(writer.model, { ...prompt, signal });
    // The first call of a chunk makes way for others; later ones wait, for what came before would be lost.
    const answer = await skipOnModelError(calls.length > 0 ? inRoom(asking, signal) : asking());
    if (!answer) return [];
    const step = `${annotation}:${row.ordinal}`;
    calls.push({ kind: 'chat', step, opened: writer, usage: answer.usage, startedAt });
    return readAnnotation(annotation, answer.text, wanted);
  }

  /** Null where the model failed at this picture; undefined where there is nothing to describe. */
  async function describe(row: ChunkRow, calls: Booking[]): Promise<string | null | undefined> {
    // The picture of a slide shows what its text says.
    if (!vision || !row.imageKey || row.kind === 'slide') return undefined;
    const known = described.get(row.imageKey);
    if (known) return known;
    const startedAt = performance.now();
    const answer = (async () => {
      const bytes = await buffer(await platform.objects.get(row.imageKey as string));
      const request = { prompt: figurePrompt, maxTokens: figureTokens, signal: follower.signal };
      return skipOnModelError(vision.model.read({ bytes, mediaType: 'image/jpeg' }, request));
    })();
    const description = answer.then((read) => read && readFigure(read.text));
    // Who waits for it hears of the fault from the call itself.
    description.catch(() => {});
    described.set(row.imageKey, description);
    const read = await answer;
    if (!read) return null;
    calls.push({
      kind: 'vision',
      step: `figure:${row.ordinal}`,
      opened: vision,
      usage: read.usage,
      startedAt,
    });
    return description;
  }

  return {
    annotate,
    get leftOut() {
      return leftOut;
    },
  };
}

function merge(own: string[], made: string[]): string[] {
  const known = new Map([...own, ...made].map((item) => [item.toLowerCase(), cleanText(item)]));
  return [...known.values()];
}
