import type { DocumentFilter, RetrievalSettings } from '@lectern/contract';
import { and, type SQL } from 'drizzle-orm';
import { documentScope, documentSet, intersect } from '../documents/document-filter.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import type { UsageSource } from '../usage/usage.service.ts';
import type { SetOfBase } from './matching-documents.ts';

export type RetrievalQuestion = {
  question: string;
  bases: KnowledgeBaseRow[];
  /** Only within these documents of the bases. */
  documentIds?: string[] | undefined;
  settings: RetrievalSettings;
  /** Holds besides the filter of the settings. */
  derivedFilter?: DocumentFilter;
  /** For who measures a ranking: so many hits at least, of which top N would be used; no tables are asked. */
  depth?: number;
  /** Also tell what was found and left out. */
  explain?: boolean;
  /** Where the model calls are booked, and under which name; by default one of its own. */
  source: UsageSource;
  assistantId?: string;
  flowId?: string;
  operation?: string;
  /** Who may write a query over tables; by default the company's own. */
  chatModelId?: string | null;
  signal?: AbortSignal;
};

/** What a question says about the documents to search. */
export type QuestionScope = Pick<RetrievalQuestion, 'bases' | 'documentIds' | 'derivedFilter' | 'settings'>;

/** The documents that it may be answered from, as a condition; undefined: all of the bases. */
export function scopeOf({ bases, documentIds, derivedFilter, settings }: QuestionScope): SQL | undefined {
  return and(
    documentScope(bases, { filter: settings.filter, documentIds }),
    documentScope(bases, { filter: derivedFilter ?? null }),
  );
}

/** The same as sets of documents, one of each base. */
export function setsOf({ bases, documentIds, derivedFilter, settings }: QuestionScope): SetOfBase[] {
  return bases.map((base) => ({
    baseId: base.id,
    set: intersect([
      documentSet(base, { filter: settings.filter, documentIds }),
      documentSet(base, { filter: derivedFilter ?? null }),
    ]),
  }));
}
