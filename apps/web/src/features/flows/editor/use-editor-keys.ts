import type { FlowGraph } from '@lectern/contract';
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Components, pasteNodes, removeNodes } from './graph-edits.ts';
import type { FlowDraft } from './use-flow-draft.ts';

const clipboardKind = 'lectern.flow-nodes';

type Keys = {
  draft: FlowDraft;
  selected: readonly string[];
  setSelected: (ids: string[]) => void;
  components: Components;
  /** A run is looked at, not the draft. */
  readOnly: boolean;
  announce: (text: string) => void;
  onSearch: () => void;
  onRun: () => void;
};

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true;

const isInDialog = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Undo, redo, copy, paste and delete, also between flows: the system's clipboard carries the nodes as text. */
export function useEditorKeys(keys: Keys): void {
  const { draft, selected, setSelected, components, readOnly, announce, onSearch, onRun } = keys;
  const { t } = useTranslation('flows');
  const { getEdges } = useReactFlow();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const opens = isCommand && !isInDialog() && { f: onSearch, enter: onRun }[key];
      if (opens) {
        event.preventDefault();
        opens();
        return;
      }
      if (isTyping() || isInDialog() || readOnly) return;
      if (isCommand && key === 'z' && !event.shiftKey) {
        draft.undo?.();
        announce(t(draft.undo ? 'said.undone' : 'said.nothingToUndo'));
      } else if (isCommand && (key === 'y' || (key === 'z' && event.shiftKey))) {
        draft.redo?.();
        announce(t(draft.redo ? 'said.redone' : 'said.nothingToUndo'));
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        const edges = new Set(
          getEdges()
            .filter((edge) => edge.selected)
            .map(({ id }) => id),
        );
        if (selected.length === 0 && edges.size === 0) return;
        draft.change((graph) => {
          const kept = { ...graph, edges: graph.edges.filter(({ id }) => !edges.has(id)) };
          return removeNodes(kept, new Set(selected));
        });
        setSelected([]);
        announce(t('said.deleted', { count: selected.length + edges.size }));
        // What had the focus is gone; the keys of the canvas go on to work.
        document.querySelector<HTMLElement>('[data-flow-canvas]')?.focus();
      } else return;
      event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent) => {
      if (isTyping() || selected.length === 0 || !window.getSelection()?.isCollapsed) return;
      event.clipboardData?.setData('text/plain', JSON.stringify(copyOf(draft.graph, new Set(selected))));
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping() || isInDialog() || readOnly) return;
      const copied = readCopy(event.clipboardData?.getData('text/plain') ?? '');
      if (!copied) return;
      event.preventDefault();
      const single = (id: string) =>
        components.get(id)?.isSingle && draft.graph.nodes.some((node) => node.component === id);
      const nodes = copied.nodes.filter(({ component }) => !single(component));
      const pasted = pasteNodes(draft.graph, { nodes, edges: copied.edges });
      draft.change(() => pasted.graph);
      setSelected(pasted.ids);
      announce(t('said.pasted', { count: pasted.ids.length }));
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [draft, selected, setSelected, components, readOnly, announce, onSearch, onRun, getEdges, t]);
}

function copyOf(graph: FlowGraph, ids: ReadonlySet<string>) {
  const nodes = graph.nodes.filter(
    ({ id, parentId }) => ids.has(id) || (parentId !== null && ids.has(parentId)),
  );
  const all = new Set(nodes.map(({ id }) => id));
  return {
    kind: clipboardKind,
    nodes,
    edges: graph.edges.filter(({ source, target }) => all.has(source) && all.has(target)),
  };
}

function readCopy(text: string): Pick<FlowGraph, 'nodes' | 'edges'> | undefined {
  try {
    const value = JSON.parse(text) as { kind?: unknown } & Pick<FlowGraph, 'nodes' | 'edges'>;
    return value.kind === clipboardKind ? value : undefined;
  } catch {
    return undefined;
  }
}
