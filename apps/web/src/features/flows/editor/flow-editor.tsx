import {
  type Flow,
  type FlowComponentDescription,
  type FlowGraph,
  type FlowStep,
  getFlow,
  listFlowComponents,
} from '@lectern/contract';
import { Alert, Button, Drawer, Flex, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { EarlierOutputs, type OutputGroup } from '../fields/earlier-outputs.ts';
import { RunPanel } from '../run/run-panel.tsx';
import { useFlowRun } from '../run/use-flow-run.ts';
import { EditorBar } from './editor-bar.tsx';
import { FlowCanvas } from './flow-canvas.tsx';
import classes from './flow-editor.module.css';
import {
  type Components,
  changeNode,
  growBody,
  insertNode,
  listEarlier,
  type NodePlace,
  newNode,
  outputsOf,
  placeFor,
} from './graph-edits.ts';
import { NodePanel } from './node-panel.tsx';
import { Palette } from './palette.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { type FlowDraft, useFlowDraft } from './use-flow-draft.ts';
import { useProblemTexts } from './use-problem-text.ts';

/** The editor of one flow, which fills the window below the header. */
export function FlowEditor({ flowId }: { flowId: string }) {
  const flow = useApiQuery(
    getFlow,
    { params: { flowId } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const components = useApiQuery(listFlowComponents, {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryBoundary query={flow} skeleton={<SkeletonText lines={8} />}>
      {(loaded) => (
        <QueryBoundary query={components} skeleton={<SkeletonText lines={8} />}>
          {({ items }) => (
            <ReactFlowProvider>
              <LoadedEditor key={loaded.id} flow={loaded} items={items} />
            </ReactFlowProvider>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

type Panel = 'node' | 'run' | undefined;

function LoadedEditor({ flow, items }: { flow: Flow; items: FlowComponentDescription[] }) {
  const { t } = useTranslation('flows');
  const components: Components = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const draft = useFlowDraft(flow);
  const { graph, change } = draft;
  const [selected, setSelected] = useState<string[]>([]);
  const [panel, setPanel] = useState<Panel>();
  const narrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const [paletteOpen, setPaletteOpen] = useState(false);
  const run = useFlowRun(flow.id);
  const texts = useProblemTexts(draft.problems, graph, components);
  const steps = useMemo(() => latestSteps(run.steps), [run.steps]);
  const { screenToFlowPosition, fitView } = useReactFlow();

  const select = useCallback((ids: string[]) => {
    setSelected(ids);
    if (ids.length === 1) setPanel('node');
  }, []);
  const add = useCallback(
    (component: FlowComponentDescription, { position, parentId, after }: NodePlace) => {
      const node = newNode(graph, component, position, parentId);
      change((now) => growBody(insertNode(now, components, node, after), parentId));
      setSelected([node.id]);
      setPanel('node');
      setPaletteOpen(false);
      setTimeout(() => void fitView({ maxZoom: 1, padding: 0.2, duration: 200 }), 60);
    },
    [graph, change, components, fitView],
  );
  const addFromPalette = (component: FlowComponentDescription) => {
    const middle = screenToFlowPosition({ x: window.innerWidth / 2, y: window.innerHeight / 2 });
    add(component, placeFor(graph, components, selected.length === 1 ? selected[0] : undefined, middle));
  };
  useEditorKeys({ draft, selected, setSelected, components });

  const chosen = graph.nodes.find(({ id }) => id === selected[0] && selected.length === 1);
  const single = new Set(
    items
      .filter(({ id, isSingle }) => isSingle && graph.nodes.some((node) => node.component === id))
      .map(({ id }) => id),
  );
  const palette = <Palette components={items} disabled={single} onAdd={addFromPalette} />;
  const side =
    panel === 'run' ? (
      <RunPanel
        run={run}
        graph={graph}
        flush={draft.flush}
        onClose={() => setPanel(undefined)}
        onSelect={(id) => setSelected([id])}
      />
    ) : (
      panel === 'node' &&
      chosen && (
        <EarlierOutputs.Provider value={listOutputGroups(graph, components, chosen.id, t('form.run'))}>
          <NodePanel
            key={chosen.id}
            node={chosen}
            component={components.get(chosen.component)}
            problems={texts.byNode.get(chosen.id) ?? []}
            optionErrors={texts.byOption.get(chosen.id) ?? {}}
            onChange={(changes) => change((now) => changeNode(now, chosen.id, changes))}
            onClose={() => setSelected([])}
          />
        </EarlierOutputs.Provider>
      )
    );

  return (
    <Flex direction="column" h="100%" mih={0}>
      <EditorBar
        flow={flow}
        draft={draft}
        components={components}
        onRun={() => setPanel('run')}
        onPalette={narrow ? () => setPaletteOpen(true) : undefined}
      />
      <Conflict draft={draft} />
      {texts.ofFlow.length > 0 && (
        <Alert color="orange" radius={0} py={6}>
          {texts.ofFlow.join(' ')}
        </Alert>
      )}
      <div className={classes.columns}>
        {!narrow && <aside className={classes.palette}>{palette}</aside>}
        <div className={classes.canvas}>
          <FlowCanvas
            graph={graph}
            components={components}
            problems={texts.byNode}
            steps={steps}
            selected={selected}
            readOnly={false}
            onSelect={select}
            onChange={change}
            onDropComponent={(id, position) => {
              const component = components.get(id);
              if (component) add(component, { position, parentId: null, after: undefined });
            }}
          />
        </div>
        {!narrow && side && <aside className={classes.side}>{side}</aside>}
      </div>
      {narrow && (
        <>
          <Drawer opened={paletteOpen} onClose={() => setPaletteOpen(false)} title={t('palette.title')}>
            {palette}
          </Drawer>
          <Drawer
            opened={Boolean(side)}
            onClose={() => (panel === 'run' ? setPanel(undefined) : setSelected([]))}
            position="bottom"
            size="80%"
            withCloseButton={false}
            padding={0}
            classNames={{ body: classes.drawer ?? '' }}
          >
            {side}
          </Drawer>
        </>
      )}
    </Flex>
  );
}

function Conflict({ draft }: { draft: FlowDraft }) {
  const { t } = useTranslation('flows');
  if (draft.saveState !== 'conflict') return null;
  return (
    <Alert color="orange" radius={0} title={t('save.conflict')}>
      {t('save.conflictText')}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => void draft.takeTheirs()}>
          {t('save.takeTheirs')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void draft.keepMine()}>
          {t('save.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

function listOutputGroups(
  graph: FlowGraph,
  components: Components,
  nodeId: string,
  runName: string,
): OutputGroup[] {
  const groups = listEarlier(graph, nodeId).flatMap((node): OutputGroup[] => {
    const component = components.get(node.component);
    return component ? [{ nodeId: node.id, name: node.name, outputs: outputsOf(component, node) }] : [];
  });
  const ofRun = ['question', 'history', 'date', 'turn'].map((name) => ({
    name,
    type: 'text',
    description: '',
  }));
  const variables = graph.variables.map(({ key }) => ({ name: key, type: 'any', description: '' }));
  return [
    ...groups.reverse(),
    { nodeId: 'sys', name: runName, outputs: ofRun },
    { nodeId: 'var', name: 'var', outputs: variables },
  ];
}

/** The last step of each node. */
function latestSteps(steps: readonly FlowStep[]): Map<string, FlowStep> {
  return new Map(steps.map((step) => [step.nodeId, step]));
}
