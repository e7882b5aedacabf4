import type { FlowGraph } from '@lectern/contract';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Components, movedTo } from './graph-edits.ts';
import { neighbourOf } from './walk-order.ts';

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const step = 10;
const largeStep = 50;

export type CanvasCommands = {
  graph: FlowGraph;
  components: Components;
  selected: readonly string[];
  readOnly: boolean;
  change: (edit: (graph: FlowGraph) => FlowGraph) => void;
  announce: (text: string) => void;
  select: (ids: string[]) => void;
  focusNode: (id: string) => void;
  openForm: (id: string) => void;
  openPalette: () => void;
  openConnect: (id: string) => void;
  toggleBreakpoint: (id: string) => void;
};

/** Draws the flow by keyboard, where the canvas has the focus. */
export function useCanvasKeys(commands: CanvasCommands) {
  const { t } = useTranslation('flows');
  const { graph, components, selected, readOnly, change, announce, select } = commands;

  const move = ({ x, y }: { x: number; y: number }, by: number) => {
    const places = new Map(
      graph.nodes
        .filter(({ id }) => selected.includes(id))
        .map(({ id, position }) => [id, { x: position.x + x * by, y: position.y + y * by }]),
    );
    change((now) => movedTo(now, places));
    const [place] = places.values();
    if (place) announce(t('said.moved', { x: Math.round(place.x), y: Math.round(place.y) }));
  };

  const drawWith = (key: string, id: string | undefined): boolean => {
    if (readOnly) return false;
    if (key === 'a') commands.openPalette();
    else if (key === 'c' && id) commands.openConnect(id);
    else if (
      key === 'b' &&
      id &&
      !components.get(graph.nodes.find((one) => one.id === id)?.component ?? '')?.isNote
    )
      commands.toggleBreakpoint(id);
    else return false;
    return true;
  };

  /** Before the canvas itself sees the key, which would move nodes without keeping it. */
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (target.matches('input, textarea, select, button, [contenteditable="true"]')) return;
    const id = target.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? selected[0];
    const hasCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const direction = directions[event.key];
    const acts = () => {
      if (event.altKey) return false;
      if (hasCommand) {
        if (key !== 'a') return false;
        select(graph.nodes.map((node) => node.id));
        announce(t('said.selected', { count: graph.nodes.length }));
        return true;
      }
      if (direction && selected.length > 0 && !readOnly) {
        move(direction, event.shiftKey ? largeStep : step);
        return true;
      }
      if (key === 'n' || key === 'p') {
        const next = neighbourOf(graph, id, key === 'n' ? 1 : -1);
        if (next) commands.focusNode(next);
        return true;
      }
      if (event.key === 'Enter' && target.closest('.react-flow__node') && id) {
        commands.openForm(id);
        return true;
      }
      return drawWith(key, id);
    };
    if (!acts()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
