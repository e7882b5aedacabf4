import { listAskableDocuments, mostNamedDocuments } from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { cutMention, findMention } from './find-mention.ts';
import type { NamedDocument, NamedDocuments } from './use-named-documents.ts';

const shown = 8;
const nothing: never[] = [];

/** The list that `@` opens while a question is typed, worked by keyboard from within the field. */
export function useMention(
  named: NamedDocuments | undefined,
  text: string,
  onText: (text: string, cursor: number) => void,
) {
  const id = useId();
  const [cursor, setCursor] = useState(0);
  const [active, setActive] = useState(0);
  /** Where Escape closed it. */
  const [closedAt, setClosedAt] = useState<number>();
  const found = named ? findMention(text, cursor) : undefined;
  const isOpen =
    found !== undefined && found.start !== closedAt && (named?.documents.length ?? 0) < mostNamedDocuments;
  const { data, isFetching } = useApiQuery(
    listAskableDocuments,
    {
      params: { assistantId: named?.assistantId ?? '' },
      query: { search: found?.search.trim() ?? '', limit: shown },
    },
    { enabled: isOpen, placeholderData: keepPreviousData, staleTime: 10_000 },
  );
  const chosen = new Set(named?.documents.map((document) => document.id));
  const options = isOpen ? (data?.items ?? nothing).filter((document) => !chosen.has(document.id)) : nothing;
  const current = Math.min(active, Math.max(options.length - 1, 0));

  function choose(document: NamedDocument): void {
    if (!found) return;
    named?.add(document);
    const cut = cutMention(text, found);
    setActive(0);
    onText(cut.text, cut.cursor);
    setCursor(cut.cursor);
  }

  /** Whether the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen) return false;
    if (event.key === 'Escape') {
      setClosedAt(found?.start);
      event.stopPropagation();
      return true;
    }
    if (options.length === 0) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((current + step + options.length) % options.length);
      return true;
    }
    const option = options[current];
    if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey || !option) return false;
    event.preventDefault();
    choose(option);
    return true;
  }

  return {
    id,
    isOpen: isOpen && (options.length > 0 || (!isFetching && (found?.search ?? '') === '')),
    options,
    current,
    choose,
    onKeyDown,
    onCursor: (at: number) => {
      setCursor(at);
      if (closedAt !== undefined && findMention(text, at)?.start !== closedAt) setClosedAt(undefined);
    },
  };
}

export type MentionList = ReturnType<typeof useMention>;
