import type { NumberedHit, PromptHit } from '@lectern/answering';
import type { ChatPassage } from '@lectern/models';
import { writeAnswer, writeAnswerPassage } from '@lectern/retrieval';
import { type FoundTableAnswer, languageOf } from '../../retrieval/table-answers.service.ts';

/** What was computed over tables, as passages before all others: they are cited like them. */
export function asPassages(question: string, tables: FoundTableAnswer[]): PromptHit[] {
  return tables.map(({ answer, place }): PromptHit => {
    const { chunkId, headingPath, page, boxes, charRange } = place;
    const { documentId, documentName, documentTitle, knowledgeBaseId } = answer;
    return {
      chunkId,
      documentId,
      documentName,
      documentTitle,
      knowledgeBaseId,
      metadata: {},
      text: writeAnswerPassage(answer, languageOf(question)),
      kind: 'table',
      hasImage: false,
      headingPath,
      page,
      boxes,
      charRange,
      score: 1,
      keywordScore: 0,
      vectorScore: 0,
      rerankScore: null,
      graph: null,
      matches: [],
      computed: answer,
      quote: place.text,
    };
  });
}

/** The passages of a prompt for a model that only quotes. */
export function asChatPassages(question: string, hits: readonly NumberedHit[]): ChatPassage[] {
  return hits.map((hit) => ({
    number: hit.number,
    text: hit.text,
    title: hit.documentTitle ?? hit.documentName,
    ...readyAnswer(question, hit),
  }));
}

/** What a passage that was computed says by itself. */
function readyAnswer(question: string, { computed, number }: NumberedHit): { answer?: string } {
  return computed ? { answer: writeAnswer(computed, number, languageOf(question)) } : {};
}
