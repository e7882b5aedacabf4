import {
  declineLocalModel,
  downloadLocalModel,
  type LocalModel,
  listLocalModels,
  listModels,
} from '@lectern/contract';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { useLocalModels } from './use-local-models.ts';

/** Offers the embedding model that an installation without one lacks. Declined once, it is offered to nobody again. */
export function LocalModelOffer() {
  const { data } = useLocalModels();
  // What was offered stays until it is left, so that the end of the download is seen.
  const [seen, setSeen] = useState<string | null>(null);
  if (data?.offered && seen !== data.offered) setSeen(data.offered);
  const model = data?.items.find(({ id }) => id === (data.offered ?? seen));
  if (!model || model.install?.status === 'cancelled') return null;
  return (
    <Box mb={24}>
      {model.modelId ? (
        <Installed model={model} />
      ) : (
        <Offer model={model} runtimeBytes={data?.machine.runtimeBytes ?? 0} />
      )}
    </Box>
  );
}

function Installed({ model }: { model: LocalModel }) {
  const { t } = useTranslation('models');
  return (
    <Alert
      role="status"
      color="teal"
      icon={<IconCircleCheck aria-hidden />}
      title={t('offer.doneTitle', { name: model.name })}
    >
      {t('offer.doneText')} <TextLink to="/knowledge">{t('offer.toBases')}</TextLink>
    </Alert>
  );
}

function Offer({ model, runtimeBytes }: { model: LocalModel; runtimeBytes: number }) {
  const { t } = useTranslation('models');
  const format = useFormat();
  const { install } = model;
  const failure = install?.status === 'failed' ? install.error : null;
  return (
    <SectionCard title={t('offer.title')} description={t('offer.text', { name: model.name })}>
      <Stack gap="sm">
        {model.gain && <Text fw={550}>{t('offer.gain', model.gain)}</Text>}
        <Text size="sm" c="dimmed">
          {t('offer.size', {
            size: format.bytes(model.bytes + runtimeBytes),
            memory: format.bytes(model.memoryMegabytes * 1_048_576),
          })}
        </Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        {install?.status === 'in_progress' ? (
          <RunProgress
            label={t('local.progressOf', { name: model.name })}
            percent={install.percent}
            queued={install.stage === null}
            stage={t(`local.stages.${install.stage ?? 'queued'}`)}
          />
        ) : (
          <Actions model={model} />
        )}
      </Stack>
    </SectionCard>
  );
}

function Actions({ model }: { model: LocalModel }) {
  const { t } = useTranslation('models');
  const download = useApiMutation(downloadLocalModel, { invalidates: [listLocalModels, listModels] });
  const decline = useApiMutation(declineLocalModel, { invalidates: [listLocalModels] });
  const params = { localModelId: model.id };
  return (
    <Group gap="xs">
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ params })}
      >
        {t(model.install === null ? 'local.download' : 'local.resume')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        loading={decline.isPending}
        onClick={() => decline.mutate({ params })}
      >
        {t('offer.decline')}
      </Button>
    </Group>
  );
}
