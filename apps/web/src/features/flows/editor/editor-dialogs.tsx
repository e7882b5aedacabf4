import { Box, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NodeRunDialog } from '../run/node-run-dialog.tsx';
import { SettingsDrawer } from '../settings/settings-drawer.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { Palette } from './palette.tsx';
import type { Editor } from './use-editor.ts';

/** What opens above the editor. */
export function EditorDialogs({ editor, single }: { editor: Editor; single: ReadonlySet<string> }) {
  const { t } = useTranslation('flows');
  const { dialog, setDialog, graph, components, draft, run, setPanel } = editor;
  const close = () => setDialog(undefined);
  const named = dialog && 'nodeId' in dialog ? dialog.nodeId : undefined;
  const node = graph.nodes.find(({ id }) => id === named);
  return (
    <>
      <Modal opened={dialog?.kind === 'palette'} onClose={close} title={t('palette.title')}>
        {/* The search field stays where it is; the list below it scrolls. */}
        <Box h="min(60dvh, 560px)" m={-12}>
          <Palette components={editor.items} disabled={single} onAdd={editor.addFromPalette} takesFocus />
        </Box>
      </Modal>
      <SettingsDrawer
        opened={dialog?.kind === 'settings'}
        graph={draft.graph}
        onChange={draft.change}
        onClose={close}
      />
      {dialog?.kind === 'connect' && node && (
        <ConnectDialog
          node={node}
          graph={graph}
          components={components}
          onChange={(edit, said) => {
            draft.change(edit);
            editor.announce(said);
          }}
          onClose={() => {
            close();
            // The dialog is gone at once and gives no focus back.
            setTimeout(() => editor.show(node.id), 50);
          }}
        />
      )}
      {dialog?.kind === 'runNode' && node && (
        <NodeRunDialog
          node={node}
          graph={graph}
          components={components}
          flowId={editor.flow.id}
          run={run}
          onStart={(start) => {
            setPanel('run');
            void draft.flush().then(() => run.start(start));
          }}
          onClose={close}
        />
      )}
    </>
  );
}
