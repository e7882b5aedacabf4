import type { FlowGraph, FlowRun } from '@lectern/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EarlierOutputs, type OutputGroup } from '../fields/earlier-outputs.ts';
import { RunPanel } from '../run/run-panel.tsx';
import { ReplayMenu } from '../runs/replay-menu.tsx';
import { RunList } from '../runs/run-list.tsx';
import { bodyOf, type Components, changeNode, listEarlier, outputsOf } from './graph-edits.ts';
import { NodePanel } from './node-panel.tsx';
import type { Editor } from './use-editor.ts';
import type { useProblemTexts } from './use-problem-text.ts';

type Props = {
  editor: Editor;
  texts: ReturnType<typeof useProblemTexts>;
  onReplay: (run: FlowRun, version: number | null) => Promise<void>;
};

/** What stands beside the canvas; nothing where nothing is chosen. Called as a function, so that its place can close. */
export function EditorSide({ editor, texts, onReplay }: Props) {
  const { graph, run, draft, panel, setPanel, components, selected, breakpoints, setDialog } = editor;
  if (panel === 'runs')
    return (
      <RunList
        flowId={editor.flow.id}
        onOpen={(id) => {
          editor.setSelected([]);
          setPanel('run');
          void run.open(id);
        }}
        onClose={() => setPanel(undefined)}
      />
    );
  if (panel === undefined) return undefined;
  if (panel === 'run' || editor.readOnly) {
    const shown = run.run;
    return (
      <RunPanel
        run={run}
        graph={graph}
        selected={editor.readOnly && selected.length === 1 ? selected[0] : undefined}
        breakpoints={breakpoints}
        flush={draft.flush}
        replay={shown && <ReplayMenu run={shown} onReplay={(version) => void onReplay(shown, version)} />}
        onList={() => setPanel('runs')}
        onClose={() => setPanel(undefined)}
        onSelect={(id) => {
          if (editor.narrow) setPanel(undefined);
          editor.show(id);
        }}
      />
    );
  }
  const chosen = graph.nodes.find(({ id }) => id === selected[0] && selected.length === 1);
  if (panel !== 'node' || !chosen) return undefined;
  const component = components.get(chosen.component);
  const isRunnable =
    component !== undefined && !component.isNote && bodyOf(graph, chosen, components) === null;
  return (
    <NodeSide editor={editor}>
      <NodePanel
        key={chosen.id}
        node={chosen}
        component={component}
        problems={texts.byNode.get(chosen.id) ?? []}
        optionErrors={texts.byOption.get(chosen.id) ?? {}}
        hasBreakpoint={breakpoints.includes(chosen.id)}
        onBreakpoint={component?.isNote ? undefined : () => editor.toggleBreakpoint(chosen.id)}
        onRun={
          isRunnable && component.hasInput
            ? () => setDialog({ kind: 'runNode', nodeId: chosen.id })
            : undefined
        }
        onConnect={component?.isNote ? undefined : () => setDialog({ kind: 'connect', nodeId: chosen.id })}
        onChange={(changes) => draft.change((now) => changeNode(now, chosen.id, changes))}
        onLeave={() => editor.show(chosen.id)}
        onClose={() => editor.select([])}
      />
    </NodeSide>
  );
}

/** Gives the forms of a node what it may refer to. */
function NodeSide({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { t } = useTranslation('flows');
  const { graph, components, selected } = editor;
  return (
    <EarlierOutputs.Provider
      value={listOutputGroups(graph, components, selected[0] ?? '', {
        run: t('form.run'),
        variables: t('settings.variables'),
      })}
    >
      {children}
    </EarlierOutputs.Provider>
  );
}

function listOutputGroups(
  graph: FlowGraph,
  components: Components,
  nodeId: string,
  names: { run: string; variables: string },
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
    { nodeId: 'sys', name: names.run, outputs: ofRun },
    { nodeId: 'var', name: names.variables, outputs: variables },
  ];
}
