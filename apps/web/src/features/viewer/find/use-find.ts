import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** What the find box shows and does, whatever is searched. */
export type FindControls = {
  open: boolean;
  /** Times it was asked for: each puts the keyboard into the field. */
  asked: number;
  query: string;
  /** Places found so far. */
  count: number;
  /** 0-based; undefined where nothing was found. */
  current: number | undefined;
  searching: boolean;
  show: () => void;
  hide: () => void;
  search: (query: string) => void;
  step: (by: 1 | -1) => void;
};

/** Adds matches as they are found; ends when everything was looked at. */
export type Search<Match> = (
  query: string,
  options: { signal: AbortSignal; add: (matches: Match[]) => void },
) => Promise<void>;

type Results<Match> = { query: string; matches: readonly Match[]; done: boolean };

/** Keystrokes of one word are one search. */
const pauseMs = 150;

/** Find in a document. `nearest` chooses the match that is shown first, -1 where it is not among these. */
export function useFind<Match>(
  search: Search<Match>,
  nearest: (matches: readonly Match[]) => number = () => 0,
): FindControls & { matches: readonly Match[] } {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<number>();
  const [results, setResults] = useState<Results<Match>>({ query: '', matches: [], done: true });
  const choose = useRef(nearest);
  choose.current = nearest;

  useEffect(() => {
    const wanted = open ? query.trim() : '';
    setCurrent(undefined);
    setResults({ query: wanted, matches: [], done: wanted === '' });
    if (wanted === '') return;
    const controller = new AbortController();
    const matches: Match[] = [];
    const tell = (done: boolean) => {
      if (!controller.signal.aborted) setResults({ query: wanted, matches: [...matches], done });
    };
    const timer = setTimeout(() => {
      search(wanted, {
        signal: controller.signal,
        add: (more) => {
          if (more.length === 0) return;
          matches.push(...more);
          tell(false);
        },
      })
        .catch(() => undefined)
        .finally(() => tell(true));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [open, query, search]);

  const { matches, done } = results;
  useEffect(() => {
    if (matches.length === 0) return;
    const first = choose.current(matches);
    // Where none follows what is shown, it begins again at the top; whether one does is known at the end.
    if (first >= 0 || done) setCurrent((known) => known ?? Math.max(first, 0));
  }, [matches, done]);

  const count = matches.length;
  const step = useCallback(
    (by: 1 | -1) =>
      setCurrent((known) =>
        count === 0 ? undefined : ((known ?? (by === 1 ? -1 : 0)) + by + count) % count,
      ),
    [count],
  );
  const show = useCallback(() => {
    setOpen(true);
    setAsked((times) => times + 1);
  }, []);
  const hide = useCallback(() => setOpen(false), []);
  return useMemo(
    () => ({
      open,
      asked,
      query,
      count,
      current: current !== undefined && current < count ? current : undefined,
      searching: !done,
      show,
      hide,
      search: setQuery,
      step,
      matches,
    }),
    [open, asked, query, count, current, done, show, hide, step, matches],
  );
}
