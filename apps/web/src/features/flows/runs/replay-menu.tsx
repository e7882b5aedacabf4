import { type FlowRun, listFlowVersions } from '@lectern/contract';
import { Button, Menu, ScrollArea } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';

/** Asks a run's messages again, of the draft or of a version. */
export function ReplayMenu({ run, onReplay }: { run: FlowRun; onReplay: (version: number | null) => void }) {
  const { t } = useTranslation('flows');
  const versions = useApiQuery(listFlowVersions, {
    params: { flowId: run.flowId },
    query: { pageSize: 200 },
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
        >
          {t('replay.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('replay.against')}</Menu.Label>
        <ScrollArea.Autosize mah={280} type="auto">
          <Menu.Item onClick={() => onReplay(null)}>{t('list.draft')}</Menu.Item>
          {(versions.data?.items ?? []).map(({ number }) => (
            <Menu.Item key={number} onClick={() => onReplay(number)}>
              {t('versions.number', { number })}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
