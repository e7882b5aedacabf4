import { askForGuide, readGuide, type StudyGuide } from '@lectern/answering';
import { AppError, type GuideSource, type Language, type StudyGuide as ShownGuide } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listContentStamps } from '../conversations/suggestions/suggested-question.queries.ts';
import { loadDocument } from '../documents/document.service.ts';
import type { DocumentRow } from '../documents/document.table.ts';
import { loadReadableDocument } from '../documents/readable-document.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { complete, openWriter } from '../models/complete.service.ts';
import { bookedTo } from '../models/model.service.ts';
import { recordModelCall, sourceOf } from '../usage/usage.service.ts';
import {
  findGuide,
  type GuideScope,
  listGuidePassages,
  locateChunks,
  saveGuide,
} from './study-guide.queries.ts';

/** Of what a guide is: one document or a whole knowledge base. */
export type GuideOf = { documentId: string } | { knowledgeBaseId: string };
type Content = GuideScope & { stamp: string };

/** The guide that a model wrote, if there is one, else sentences chosen by rules in a parser process. */
export async function readStudyGuide(
  platform: Platform,
  actor: Actor,
  of: GuideOf,
  signal: AbortSignal,
): Promise<ShownGuide> {
  const { database, parsers } = platform;
  const found = await database.withActor(actor, async (tx) => {
    const content = await loadContentToRead(tx, actor, of);
    const kept = await findGuide(tx, content);
    const canWrite = (await openWriter(platform, tx, null)) !== undefined;
    const passages = kept ? [] : await listGuidePassages(tx, content);
    return { content, kept, canWrite, passages };
  });
  const { content, kept, canWrite } = found;
  const guide = kept?.guide ?? (await parsers.run<StudyGuide>('extractGuide', found.passages, { signal }));
  return database.withActor(actor, async (tx) => ({
    writtenBy: kept ? ('model' as const) : ('words' as const),
    modelName: kept?.modelName ?? null,
    writtenAt: kept?.writtenAt.toISOString() ?? null,
    isCurrent: kept === undefined || kept.contentStamp === content.stamp,
    canWrite,
    ...(await withSources(tx, guide)),
  }));
}

/** Has the company's chat model write the guide. The call is booked even where its answer cannot be used. */
export async function writeStudyGuide(
  platform: Platform,
  actor: Actor,
  of: GuideOf,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<ShownGuide> {
  const { database } = platform;
  const { content, passages, opened } = await database.withActor(actor, async (tx) => {
    const content = await loadContentToWrite(tx, actor, of);
    const opened = await openWriter(platform, tx, null);
    if (!opened) throw new AppError('study_guide.no_model');
    return { content, opened, passages: await listGuidePassages(tx, content) };
  });
  const { contextTokens } = opened.model;
  const { shown, ...request } = askForGuide(passages, { language, contextTokens });
  const startedAt = performance.now();
  const { text, usage } = await complete(opened.model, { ...request, signal });
  const guide = readGuide(text, shown);
  await database.withActor(actor, async (tx) => {
    await recordModelCall(tx, 'chat', {
      operationId: `study_guide:${newId()}`,
      companyId: actor.companyId,
      accountId: actor.accountId,
      source: sourceOf(actor),
      ...bookedTo(opened, usage),
      promptTokens: usage.promptTokens,
      completionTokens: usage.completionTokens,
      estimated: usage.estimated ?? false,
      durationMs: Math.round(performance.now() - startedAt),
    });
    if (!guide) return;
    await saveGuide(tx, await loadKnowledgeBase(tx, actor, 'update', content.knowledgeBaseId), {
      id: newId(),
      documentId: content.documentId,
      contentStamp: content.stamp,
      modelName: usage.standIn?.name ?? opened.name,
      guide,
      writtenAt: new Date(),
    });
  });
  if (!guide) throw new AppError('study_guide.unusable', { model: usage.standIn?.name ?? opened.name });
  return readStudyGuide(platform, actor, of, signal);
}

async function loadContentToRead(tx: Tx, actor: Actor, of: GuideOf): Promise<Content> {
  if ('documentId' in of) return contentOf((await loadReadableDocument(tx, actor, of.documentId)).document);
  return contentOfBase(tx, (await loadKnowledgeBase(tx, actor, 'read', of.knowledgeBaseId)).id);
}

async function loadContentToWrite(tx: Tx, actor: Actor, of: GuideOf): Promise<Content> {
  if ('documentId' in of) return contentOf((await loadDocument(tx, actor, 'update', of.documentId)).document);
  return contentOfBase(tx, (await loadKnowledgeBase(tx, actor, 'update', of.knowledgeBaseId)).id);
}

function contentOf({ id, knowledgeBaseId, activeVersion, chunkCount }: DocumentRow): Content {
  if (activeVersion === 0) throw new AppError('document.not_parsed');
  return { knowledgeBaseId, documentId: id, stamp: `${activeVersion} ${chunkCount}` };
}

async function contentOfBase(tx: Tx, knowledgeBaseId: string): Promise<Content> {
  const stamps = await listContentStamps(tx, [knowledgeBaseId]);
  return { knowledgeBaseId, documentId: null, stamp: stamps.get(knowledgeBaseId) ?? '' };
}

type Parts = Pick<ShownGuide, 'summary' | 'keyPoints' | 'questions' | 'glossary' | 'timeline'>;

async function withSources(tx: Tx, guide: StudyGuide): Promise<Parts> {
  const parts: { sources: { chunkId: string }[] }[][] = Object.values(guide);
  const ids = parts.flat().flatMap(({ sources }) => sources.map(({ chunkId }) => chunkId));
  const places = new Map((await locateChunks(tx, [...new Set(ids)])).map((place) => [place.chunkId, place]));
  const locate = <Entry extends { sources: { chunkId: string; quote: string }[] }>(entries: Entry[]) =>
    entries.map((entry) => ({
      ...entry,
      sources: entry.sources.flatMap(({ chunkId, quote }): GuideSource[] => {
        const place = places.get(chunkId);
        if (!place) return [];
        const { charStart, charEnd, ...rest } = place;
        const charRange = charStart === null || charEnd === null ? null : { start: charStart, end: charEnd };
        return [{ ...rest, charRange, quote }];
      }),
    }));
  return {
    summary: locate(guide.summary),
    keyPoints: locate(guide.keyPoints),
    questions: locate(guide.questions),
    glossary: locate(guide.glossary),
    timeline: locate(guide.timeline),
  };
}
