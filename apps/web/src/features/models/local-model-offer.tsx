import {
  declineLocalModel,
  downloadLocalModel,
  getPlatformOverview,
  type LocalModel,
  listLocalModels,
  listModels,
} from '@lectern/contract';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { useLocalModels } from './use-local-models.ts';

/** Offers the embedding model that an installation without one lacks. Declined once, it is offered to nobody again. */
export function LocalModelOffer() {
  const current = useApiQuery(getPlatformOverview, {}).data?.modelOffer ?? null;
  // What was offered stays until it is left, so that the end of the download is seen.
  const [seen, setSeen] = useState(current);
  if (current && seen?.model.id !== current.model.id) setSeen(current);
  const [state, setState] = useState<'started' | 'declined'>();
  const offer = current ?? seen;
  const isRunning = state === 'started' || offer?.model.install?.status === 'in_progress';
  const models = useLocalModels({ enabled: isRunning }).data?.items;
  if (!offer || state === 'declined') return null;
  const model = models?.find(({ id }) => id === offer.model.id) ?? offer.model;
  return (
    <Box mb={24}>
      {model.modelId ? (
        <Installed model={model} />
      ) : (
        <Offer model={model} downloadBytes={offer.downloadBytes} onAnswer={setState} />
      )}
    </Box>
  );
}

type OnAnswer = { onAnswer: (state: 'started' | 'declined') => void };

function Installed({ model }: { model: LocalModel }) {
  const { t } = useTranslation('account');
  return (
    <Alert
      role="status"
      color="teal"
      icon={<IconCircleCheck aria-hidden />}
      title={t('modelOffer.doneTitle', { name: model.name })}
    >
      {t('modelOffer.doneText')} <TextLink to="/knowledge">{t('modelOffer.toBases')}</TextLink>
    </Alert>
  );
}

function Offer({ model, downloadBytes, onAnswer }: { model: LocalModel; downloadBytes: number } & OnAnswer) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { install } = model;
  const failure = install?.status === 'failed' ? install.error : null;
  return (
    <SectionCard title={t('modelOffer.title')} description={t('modelOffer.text', { name: model.name })}>
      <Stack gap="sm">
        {model.gain && <Text fw={550}>{t('modelOffer.gain', model.gain)}</Text>}
        <Text size="sm" c="dimmed">
          {t('modelOffer.size', {
            size: format.bytes(downloadBytes),
            memory: format.bytes(model.memoryMegabytes * 1_048_576),
          })}
        </Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        {install?.status === 'in_progress' ? (
          // Its texts are loaded with it, and the page must not wait for them.
          <Suspense fallback={<SkeletonText lines={2} />}>
            <Progress model={model} install={install} />
          </Suspense>
        ) : (
          <Actions model={model} onAnswer={onAnswer} />
        )}
      </Stack>
    </SectionCard>
  );
}

function Progress({ model, install }: { model: LocalModel; install: NonNullable<LocalModel['install']> }) {
  const { t } = useTranslation('models');
  return (
    <RunProgress
      label={t('local.progressOf', { name: model.name })}
      percent={install.percent}
      queued={install.stage === null}
      stage={t(`local.stages.${install.stage ?? 'queued'}`)}
    />
  );
}

function Actions({ model, onAnswer }: { model: LocalModel } & OnAnswer) {
  const { t } = useTranslation('account');
  const download = useApiMutation(downloadLocalModel, {
    invalidates: [listLocalModels, listModels],
    onSuccess: () => onAnswer('started'),
  });
  const decline = useApiMutation(declineLocalModel, {
    invalidates: [listLocalModels, getPlatformOverview],
    onSuccess: () => onAnswer('declined'),
  });
  const params = { localModelId: model.id };
  return (
    <Group gap="xs">
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ params })}
      >
        {t(model.install === null ? 'modelOffer.download' : 'modelOffer.resume')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        loading={decline.isPending}
        onClick={() => decline.mutate({ params })}
      >
        {t('modelOffer.decline')}
      </Button>
    </Group>
  );
}
