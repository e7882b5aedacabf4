import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';

/** Hides the column that it is in. */
export function HidePaneButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
