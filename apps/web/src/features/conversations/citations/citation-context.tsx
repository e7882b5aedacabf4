import type { Citation } from '@lectern/contract';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

type CitationContextValue = {
  find: (number: number) => Citation | undefined;
  /** Whether markers are shown at all. */
  shown: boolean;
  /** The answer still grows: a citation may come after its marker. */
  pending: boolean;
  open: (citation: Citation, all: Citation[]) => void;
  all: Citation[];
};

const CitationContext = createContext<CitationContextValue>({
  find: () => undefined,
  shown: false,
  pending: false,
  open: () => undefined,
  all: [],
});

type Props = {
  citations: Citation[];
  shown: boolean;
  pending: boolean;
  onOpen: (citation: Citation, all: Citation[]) => void;
  children: ReactNode;
};

/** What the chips of one answer know; blocks of text that are drawn already need not be drawn again for it. */
export function CitationProvider({ citations, shown, pending, onOpen, children }: Props) {
  const value = useMemo(() => {
    const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
    return { find: (number: number) => byNumber.get(number), shown, pending, open: onOpen, all: citations };
  }, [citations, shown, pending, onOpen]);
  return <CitationContext value={value}>{children}</CitationContext>;
}

export function useCitations(): CitationContextValue {
  return useContext(CitationContext);
}
