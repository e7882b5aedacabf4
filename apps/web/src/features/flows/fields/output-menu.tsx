import { Box, Menu, ScrollArea, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { referenceTo, useEarlierOutputs } from './earlier-outputs.ts';

/** Offers the outputs of earlier nodes. */
export function OutputMenu({ target, onPick }: { target: ReactNode; onPick: (reference: string) => void }) {
  const { t } = useTranslation('flows');
  const groups = useEarlierOutputs();
  return (
    <Menu position="bottom-end" width={280} withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {groups.every(({ outputs }) => outputs.length === 0) && (
            <Menu.Label>{t('form.noOutputs')}</Menu.Label>
          )}
          {groups
            .filter(({ outputs }) => outputs.length > 0)
            .map(({ nodeId, name, outputs }) => (
              <Box key={nodeId}>
                <Menu.Label>{name}</Menu.Label>
                {outputs.map((output) => (
                  <Menu.Item key={output.name} onClick={() => onPick(referenceTo(nodeId, output.name))}>
                    <Text span size="sm" fw={550}>
                      {output.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {output.description}
                    </Text>
                  </Menu.Item>
                ))}
              </Box>
            ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
