import { type Flow, type FlowComponentDescription, getFlow, listFlowComponents } from '@lectern/contract';
import { Alert, Button, Drawer, Flex, Group, VisuallyHidden } from '@mantine/core';
import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { ReplayDialog } from '../runs/replay-dialog.tsx';
import { useReplay } from '../runs/use-replay.ts';
import { CanvasSearch } from './canvas-search.tsx';
import { EditorBar } from './editor-bar.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import { EditorSide } from './editor-side.tsx';
import { FlowCanvas } from './flow-canvas.tsx';
import classes from './flow-editor.module.css';
import { Palette } from './palette.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useEditor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import type { FlowDraft } from './use-flow-draft.ts';
import { useProblemTexts } from './use-problem-text.ts';

/** The editor of one flow, which fills the window below the header. */
export function FlowEditor({ flowId, runId }: { flowId: string; runId: string | undefined }) {
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
              <LoadedEditor key={loaded.id} flow={loaded} items={items} runId={runId} />
            </ReactFlowProvider>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

type LoadedProps = { flow: Flow; items: FlowComponentDescription[]; runId: string | undefined };

function LoadedEditor({ flow, items, runId }: LoadedProps) {
  const editor = useEditor(flow, items);
  const { components, draft, run, graph, readOnly, selected, setPanel, setDialog, narrow } = editor;
  const replay = useReplay();
  const texts = useProblemTexts(draft.problems, draft.graph, components);
  const [searching, setSearching] = useState(false);
  const openSearch = useCallback(() => setSearching(true), []);
  const openRun = useCallback(() => {
    setPanel('run');
    setTimeout(() => document.querySelector<HTMLElement>('[data-run-message]')?.focus(), 50);
  }, [setPanel]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run that the address names.
  useEffect(() => {
    if (runId === undefined) return;
    setPanel('run');
    void run.open(runId);
  }, [runId]);
  useEditorKeys({ ...editor, onSearch: openSearch, onRun: openRun });
  const onCanvasKey = useCanvasKeys({
    ...editor,
    change: draft.change,
    focusNode: editor.show,
    openForm: (id) => {
      editor.select([id]);
      setTimeout(() => document.querySelector<HTMLElement>('[data-node-name]')?.focus(), 50);
    },
    openPalette: () => setDialog({ kind: 'palette' }),
    openConnect: (nodeId) => setDialog({ kind: 'connect', nodeId }),
  });
  const single = new Set(
    items
      .filter(({ id, isSingle }) => isSingle && graph.nodes.some((node) => node.component === id))
      .map(({ id }) => id),
  );
  const palette = <Palette components={items} disabled={single} onAdd={editor.addFromPalette} />;
  const side = EditorSide({
    editor,
    texts,
    onReplay: async (before, version) => {
      if (version === null) await draft.flush();
      await replay.start(before, version);
    },
  });
  // The form takes some of the canvas: what it is about must not be behind it.
  const isBeside = !narrow && side !== undefined;
  const [chosen] = selected;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the side opens.
  useEffect(() => {
    if (isBeside && chosen !== undefined) setTimeout(() => editor.reveal(chosen), 100);
  }, [isBeside]);

  return (
    <Flex direction="column" h="100%" mih={0}>
      <EditorBar
        flow={flow}
        draft={draft}
        components={components}
        onRun={openRun}
        onRuns={() => setPanel('runs')}
        onSearch={openSearch}
        onSettings={() => setDialog({ kind: 'settings' })}
        onPalette={narrow ? () => setDialog({ kind: 'palette' }) : undefined}
      />
      <Conflict draft={draft} />
      {readOnly && <OpenedRun onBack={run.reset} version={run.run?.version ?? null} />}
      {texts.ofFlow.length > 0 && !readOnly && (
        <Alert color="orange" radius={0} py={6}>
          {texts.ofFlow.join(' ')}
        </Alert>
      )}
      <div className={classes.columns}>
        {!narrow && !readOnly && <aside className={classes.palette}>{palette}</aside>}
        <div className={classes.canvas} onKeyDownCapture={onCanvasKey} tabIndex={-1} data-flow-canvas>
          {searching && (
            <CanvasSearch
              graph={graph}
              components={components}
              onShow={(id) => {
                editor.setSelected([id]);
                editor.reveal(id);
              }}
              onClose={(shown) => {
                setSearching(false);
                if (shown) editor.show(shown);
              }}
            />
          )}
          <FlowCanvas
            graph={graph}
            components={components}
            problems={texts.byNode}
            steps={editor.steps}
            breakpoints={editor.breakpoints}
            selected={selected}
            readOnly={readOnly}
            onSelect={editor.select}
            onChange={draft.change}
            onDropComponent={(id, position) => {
              const component = components.get(id);
              if (component) editor.add(component, { position, parentId: null, after: undefined });
            }}
          />
        </div>
        {!narrow && side && <aside className={classes.side}>{side}</aside>}
      </div>
      {narrow && (
        <Drawer
          opened={Boolean(side)}
          onClose={() => setPanel(undefined)}
          position="bottom"
          size="80%"
          withCloseButton={false}
          padding={0}
          classNames={{ body: classes.drawer ?? '' }}
        >
          {side}
        </Drawer>
      )}
      <EditorDialogs editor={editor} single={single} />
      <ReplayDialog replay={replay.replay} onClose={replay.close} />
      <VisuallyHidden aria-live="polite" role="status">
        {editor.said}
      </VisuallyHidden>
    </Flex>
  );
}

/** Says that a run is shown and not the draft. */
function OpenedRun({ version, onBack }: { version: number | null; onBack: () => void }) {
  const { t } = useTranslation('flows');
  return (
    <Alert color="blue" radius={0} py={6}>
      <Group gap="sm" justify="space-between">
        {version === null ? t('runs.shownDraft') : t('runs.shownVersion', { number: version })}
        <Button size="compact-sm" variant="default" onClick={onBack}>
          {t('runs.backToDraft')}
        </Button>
      </Group>
    </Alert>
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
