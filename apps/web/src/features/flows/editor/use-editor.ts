import type { Flow, FlowComponentDescription } from '@lectern/contract';
import { useMediaQuery } from '@mantine/hooks';
import { useReactFlow } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlowRun } from '../run/use-flow-run.ts';
import { type Components, growBody, insertNode, type NodePlace, newNode, placeFor } from './graph-edits.ts';
import { useAnnounce } from './use-announce.ts';
import { useBreakpoints } from './use-breakpoints.ts';
import { useFlowDraft } from './use-flow-draft.ts';
import { useFocusNode } from './use-focus-node.ts';
import { useShownGraph } from './use-shown-graph.ts';

/** What stands beside the canvas. */
export type Panel = 'node' | 'run' | 'runs' | undefined;

/** What is open above it. */
export type OpenDialog =
  | { kind: 'palette' }
  | { kind: 'settings' }
  | { kind: 'connect'; nodeId: string }
  | { kind: 'runNode'; nodeId: string };

/** What the editor shows and what is chosen in it. */
export function useEditor(flow: Flow, items: FlowComponentDescription[]) {
  const { t } = useTranslation('flows');
  const components: Components = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const draft = useFlowDraft(flow);
  const { change } = draft;
  const run = useFlowRun(flow.id);
  const { graph, steps, readOnly } = useShownGraph(draft, run);
  const [selected, setSelected] = useState<string[]>([]);
  const [panel, setPanel] = useState<Panel>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const narrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const { screenToFlowPosition, fitView } = useReactFlow();
  const focusNode = useFocusNode();
  const { said, announce } = useAnnounce();
  const breakpoints = useBreakpoints(flow.id, draft.graph);

  const select = useCallback(
    (ids: string[]) => {
      setSelected(ids);
      if (ids.length === 1) setPanel(readOnly ? 'run' : 'node');
      else setPanel((now) => (now === 'node' ? undefined : now));
    },
    [readOnly],
  );
  const add = (component: FlowComponentDescription, { position, parentId, after }: NodePlace) => {
    const node = newNode(graph, component, position, parentId);
    const byKeyboard = dialog?.kind === 'palette';
    change((now) => growBody(insertNode(now, components, node, after), parentId));
    select([node.id]);
    setDialog(undefined);
    announce(t('said.added', { name: node.name }));
    setTimeout(() => {
      void fitView({ maxZoom: 1, padding: 0.2, duration: 200 });
      // After the dialog has given the focus back.
      if (byKeyboard) setTimeout(() => focusNode(node.id), 250);
    }, 60);
  };
  const addFromPalette = (component: FlowComponentDescription) => {
    const middle = screenToFlowPosition({ x: window.innerWidth / 2, y: window.innerHeight / 2 });
    add(component, placeFor(graph, components, selected.length === 1 ? selected[0] : undefined, middle));
  };
  const show = (id: string, takesFocus = true) => {
    // On a narrow screen the form would take the place of the canvas.
    if (narrow) setSelected([id]);
    else select([id]);
    focusNode(id, takesFocus);
  };
  const reveal = (id: string) => focusNode(id, false);
  const toggleBreakpoint = (id: string) => {
    const isSet = breakpoints.list.includes(id);
    breakpoints.toggle(id);
    announce(t(isSet ? 'said.breakpointRemoved' : 'said.breakpointSet'));
  };
  return {
    flow,
    items,
    components,
    draft,
    run,
    graph,
    steps,
    readOnly,
    selected,
    select,
    setSelected,
    panel,
    setPanel,
    dialog,
    setDialog,
    said,
    announce,
    breakpoints: breakpoints.list,
    toggleBreakpoint,
    add,
    addFromPalette,
    show,
    reveal,
    narrow,
  };
}

export type Editor = ReturnType<typeof useEditor>;
