import { isAborted } from '@lectern/client';
import {
  type AnswerSupport,
  type Citation,
  type DocumentFilter,
  type SearchEvent,
  type SearchSummary,
  searchDocuments,
  type TableAnswer,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { streamApi } from '../../api/client.ts';

type Results = Extract<SearchEvent, { type: 'results' }>;

/** A search as far as it has come. */
export type Search = {
  phase: 'searching' | 'writing' | 'done' | 'failed';
  results: Results | undefined;
  text: string;
  citations: Citation[];
  support: AnswerSupport | null;
  tableAnswers: TableAnswer[];
  summary: SearchSummary | undefined;
  error: unknown;
};

const begun: Search = {
  phase: 'searching',
  results: undefined,
  text: '',
  citations: [],
  support: null,
  tableAnswers: [],
  summary: undefined,
  error: undefined,
};

export function applySearchEvent(search: Search, event: SearchEvent): Search {
  switch (event.type) {
    case 'results':
      return { ...search, phase: 'writing', results: event };
    case 'table_answers':
      return { ...search, tableAnswers: event.tableAnswers };
    case 'reasoning':
      return search;
    case 'delta':
      return { ...search, text: search.text + event.text };
    case 'citation':
      return { ...search, citations: [...search.citations, event.citation] };
    case 'support':
      return { ...search, support: event.support };
    case 'done': {
      const { content, citations, support } = event.summary;
      return { ...search, phase: 'done', text: content, citations, support, summary: event.summary };
    }
  }
}

/** Searches whenever the question or its knowledge bases change; what was found is kept while the page is open. */
export function useSearch(question: string, baseIds: readonly string[], filter: DocumentFilter | null) {
  const client = useQueryClient();
  const key = JSON.stringify([question, baseIds, filter]);
  const [search, setSearch] = useState<Search>();
  const running = useRef<AbortController>(undefined);

  const run = useCallback(
    async (controller: AbortController) => {
      const [asked, bases, within] = JSON.parse(key) as [string, string[], DocumentFilter | null];
      let now = begun;
      let drawing = false;
      setSearch(now);
      /** Many words become one drawing. */
      const draw = () => {
        if (drawing) return;
        drawing = true;
        requestAnimationFrame(() => {
          drawing = false;
          if (running.current === controller) setSearch(now);
        });
      };
      try {
        const body = {
          question: asked,
          filter: within,
          ...(bases.length > 0 ? { knowledgeBaseIds: bases } : {}),
        };
        for await (const { event } of streamApi(searchDocuments, { body, signal: controller.signal })) {
          now = applySearchEvent(now, event);
          draw();
        }
        if (now.phase === 'done') client.setQueryData([searchDocuments.id, key], now);
      } catch (error) {
        if (isAborted(error) || controller.signal.aborted) return;
        now = { ...now, phase: 'failed', error };
        draw();
      }
    },
    [client, key],
  );

  const start = useCallback(() => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    void run(controller);
  }, [run]);

  useEffect(() => {
    const known = client.getQueryData<Search>([searchDocuments.id, key]);
    if (question === '' || known) {
      setSearch(question === '' ? undefined : known);
      return;
    }
    start();
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, [question, key, client, start]);

  /** Ends the summary; what was written and found stays. */
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setSearch((before) => before && { ...before, phase: 'done' });
  }, []);

  return { search, retry: start, stop };
}
