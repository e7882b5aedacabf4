import { listModels } from '@lectern/contract';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ImportModelDialog } from './import-model-dialog.tsx';
import { LocalModelRow } from './local-model-row.tsx';
import classes from './local-models.module.css';
import { useLocalModels } from './use-local-models.ts';

/** Models that run on this server: those that can be downloaded, and those that are here. */
export function LocalModelsCard() {
  const { t } = useTranslation('models');
  const format = useFormat();
  const [importing, setImporting] = useState(false);
  const models = useLocalModels();
  // What was installed since can be chosen from now on, also further down on this screen.
  const client = useQueryClient();
  const installed = models.data?.items.flatMap(({ modelId }) => modelId ?? []).join();
  useEffect(() => {
    if (installed) void client.invalidateQueries({ queryKey: [listModels.id] });
  }, [client, installed]);
  const machine = models.data?.machine;
  return (
    <SectionCard
      title={t('local.title')}
      description={t('local.text')}
      action={
        machine?.canImport && (
          <Button
            variant="default"
            leftSection={<IconFolder size={16} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('local.import')}
          </Button>
        )
      }
    >
      <QueryBoundary query={models} skeleton={<SkeletonList rows={3} height={72} />}>
        {({ items, machine: { memoryMegabytes, processors, runtimeBytes, chatRuntimeBytes } }) => (
          <Stack gap="sm">
            {items.length === 0 ? (
              <Alert role="note" color="gray">
                {t('local.none')}
              </Alert>
            ) : (
              <ul className={classes.list}>
                {items.map((model) => (
                  <LocalModelRow key={model.id} model={model} />
                ))}
              </ul>
            )}
            <Text size="sm" c="dimmed">
              {t('local.machine', { memory: format.bytes(memoryMegabytes * 1_048_576), count: processors })}
              {runtimeBytes > 0 && ` ${t('local.runtime', { size: format.bytes(runtimeBytes) })}`}
              {chatRuntimeBytes > 0 && ` ${t('local.chatRuntime', { size: format.bytes(chatRuntimeBytes) })}`}
            </Text>
          </Stack>
        )}
      </QueryBoundary>
      <ImportModelDialog opened={importing} onClose={() => setImporting(false)} />
    </SectionCard>
  );
}
