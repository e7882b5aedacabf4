import { Drawer } from '@mantine/core';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import type { Passage } from '../../features/viewer/passage.ts';
import classes from './passage-drawer.module.css';

type PassageDrawerProps = {
  title: string | undefined;
  opened: (Passage & { documentId: string }) | undefined;
  onClose: () => void;
};

/** The original at a passage, beside what it was opened from. */
export function PassageDrawer({ title, opened, onClose }: PassageDrawerProps) {
  return (
    <Drawer
      opened={opened !== undefined}
      onClose={onClose}
      position="right"
      size="min(820px, 100vw)"
      padding={0}
      title={title}
      classNames={{ content: classes.drawer, header: classes.drawerHead, body: classes.drawerBody }}
    >
      {opened && <DocumentViewer documentId={opened.documentId} passage={opened} />}
    </Drawer>
  );
}
