import {
  type bulkUpdateDocuments,
  type Document,
  type KnowledgeBase,
  listDocuments,
  type ResponseOf,
} from '@lectern/contract';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useDocumentActions } from '../use-documents.ts';
import { inBatches } from './estimate.ts';
import { ParseDialog, type ParseRequest } from './parse-dialog.tsx';

export type DocumentsFilter = {
  search?: string | undefined;
  status?: number | undefined;
  /** As JSON. */
  filter?: string | undefined;
};

type BulkResult = ResponseOf<typeof bulkUpdateDocuments>;

const idsPage = 200;

/** The ids of all documents of a base that a list would show on all its pages. */
export async function listDocumentIds(
  knowledgeBaseId: string,
  filter: DocumentsFilter,
  signal?: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await callApi(listDocuments, {
      params: { knowledgeBaseId },
      query: { ...filter, sort: 'created_at', direction: 'asc', page, pageSize: idsPage },
      signal,
    });
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0 || page * idsPage >= total) return ids;
  }
}

export type Parsing = {
  parseOne: (document: Document) => void;
  parseMany: (documentIds: readonly string[], onDone?: () => void) => void;
  /** Gives documents the settings of the base; without ids, all of them. */
  applySettings: (
    base: KnowledgeBase,
    target: { documentIds?: readonly string[]; count: number; declineLabel?: string; onDone?: () => void },
  ) => void;
  /** To be drawn once. */
  dialog: ReactNode;
};

/** Every way to parse: each says first what it will ask of models, where it asks something. */
export function useParsing(knowledgeBaseId: string): Parsing {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const [request, setRequest] = useState<ParseRequest>();
  const { parse, bulk } = useDocumentActions();
  const close = useCallback(() => setRequest(undefined), []);

  async function runMany(action: 'parse' | 'apply_settings', ids: readonly string[]): Promise<BulkResult> {
    const result: BulkResult = { changed: 0, refused: [] };
    for (const documentIds of inBatches(ids)) {
      const done = await bulk.mutateAsync({ params: { knowledgeBaseId }, body: { action, documentIds } });
      result.changed += done.changed;
      result.refused.push(...done.refused);
    }
    return result;
  }

  return {
    parseOne: (document) =>
      setRequest({
        knowledgeBaseId,
        documentIds: [document.id],
        confirmLabel: document.chunkCount > 0 ? t('documents.parseAgain') : t('estimate.parse'),
        question:
          document.chunkCount > 0
            ? {
                title: t('documents.parseAgainTitle', { name: document.name }),
                text: t('documents.parseAgainText', { count: document.chunkCount }),
              }
            : undefined,
        run: () => parse.mutateAsync({ params: { documentId: document.id } }),
      }),
    parseMany: (documentIds, onDone) =>
      setRequest({
        knowledgeBaseId,
        documentIds,
        confirmLabel: t('estimate.parse'),
        run: async (ids) => {
          await runMany('parse', ids);
          onDone?.();
        },
      }),
    applySettings: (base, { documentIds, count, declineLabel, onDone }) => {
      const { chunkMethod, chunkOptions, readingOptions, enrichmentOptions } = base;
      setRequest({
        knowledgeBaseId,
        documentIds: documentIds ?? ((signal) => listDocumentIds(knowledgeBaseId, {}, signal)),
        settings: { chunkMethod, chunkOptions, readingOptions, enrichmentOptions },
        question: {
          title: t('applying.title', { count, shown: format.number(count) }),
          text: t('applying.text'),
        },
        confirmLabel: t('applying.apply'),
        cancelLabel: declineLabel,
        run: async (ids) => {
          const { changed, refused } = await runMany('apply_settings', ids);
          if (changed > 0 || refused.length === 0) notify('success', t('applying.done', { count: changed }));
          const [first] = refused;
          if (first) notify('error', t('applying.refused', { count: refused.length, ...first }));
          onDone?.();
        },
      });
    },
    dialog: <ParseDialog request={request} onClose={close} />,
  };
}
