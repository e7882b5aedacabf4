import { ApiError } from '@lectern/client';
import { type Flow, type FlowGraph, getFlow, updateFlow } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { apiQueryOptions } from '../../../api/queries.ts';

const saveAfterMs = 700;
const mostUndos = 100;

export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict';

type History = { past: FlowGraph[]; present: FlowGraph; future: FlowGraph[] };

/**
 * The draft of a flow as it is being edited: every change can be undone, and is saved shortly after. A save names the
 * revision that it was made from, so that another tab's work is never overwritten without being asked for.
 */
export function useFlowDraft(flow: Flow) {
  const client = useQueryClient();
  const [history, setHistory] = useState<History>({ past: [], present: flow.graph, future: [] });
  const [problems, setProblems] = useState(flow.problems);
  const [saveState, setSaveState] = useState<SaveState>('saved');
  const revision = useRef(flow.revision);
  const stored = useRef(flow.graph);
  const saving = useRef(false);
  const latest = useRef(history.present);
  latest.current = history.present;

  const save = useCallback(async () => {
    if (saving.current || latest.current === stored.current) return;
    saving.current = true;
    const graph = latest.current;
    setSaveState('saving');
    try {
      const saved = await callApi(updateFlow, {
        params: { flowId: flow.id },
        body: { graph, revision: revision.current },
      });
      revision.current = saved.revision;
      stored.current = graph;
      setProblems(saved.problems);
      client.setQueryData(apiQueryOptions(getFlow, { params: { flowId: flow.id } }).queryKey, saved);
      setSaveState('saved');
    } catch (error) {
      setSaveState(
        error instanceof ApiError && error.code === 'flow.changed_elsewhere' ? 'conflict' : 'failed',
      );
      saving.current = false;
      return;
    }
    saving.current = false;
    // Changed while it was being saved.
    if (latest.current !== graph) await save();
  }, [client, flow.id]);

  const graph = history.present;
  useEffect(() => {
    if (graph === stored.current || saveState === 'conflict') return undefined;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [graph, save, saveState]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current !== stored.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      // Leaving the editor must not lose the last change.
      void save();
    };
  }, [save]);

  const change = useCallback((edit: (graph: FlowGraph) => FlowGraph) => {
    setHistory(({ past, present }) => {
      const next = edit(present);
      return next === present
        ? { past, present, future: [] }
        : { past: [...past.slice(1 - mostUndos), present], present: next, future: [] };
    });
  }, []);

  const undo = useCallback(() => {
    setHistory((now) => {
      const before = now.past.at(-1);
      return before
        ? { past: now.past.slice(0, -1), present: before, future: [now.present, ...now.future] }
        : now;
    });
  }, []);

  const redo = useCallback(() => {
    setHistory((now) => {
      const [next, ...rest] = now.future;
      return next ? { past: [...now.past, now.present], present: next, future: rest } : now;
    });
  }, []);

  /** Takes what somebody else saved; the own changes can be brought back by undoing. */
  const takeTheirs = useCallback(async () => {
    const theirs = await callApi(getFlow, { params: { flowId: flow.id } });
    revision.current = theirs.revision;
    stored.current = theirs.graph;
    setProblems(theirs.problems);
    setHistory(({ past, present }) => ({ past: [...past, present], present: theirs.graph, future: [] }));
    setSaveState('saved');
  }, [flow.id]);

  /** Saves the own changes over what somebody else saved. */
  const keepMine = useCallback(async () => {
    revision.current = (await callApi(getFlow, { params: { flowId: flow.id } })).revision;
    setSaveState('saved');
    await save();
  }, [flow.id, save]);

  return {
    graph,
    problems,
    saveState,
    change,
    undo: history.past.length > 0 ? undo : undefined,
    redo: history.future.length > 0 ? redo : undefined,
    takeTheirs,
    keepMine,
    /** Saves what is open and returns the revision, for a run or a publication of just this. */
    flush: async () => {
      await save();
      return revision.current;
    },
    retry: () => void save(),
  };
}

export type FlowDraft = ReturnType<typeof useFlowDraft>;
