import {
  cancelLocalModel,
  downloadLocalModel,
  type LocalModel,
  listLocalModels,
  listModels,
  removeLocalModel,
} from '@lectern/contract';
import { Alert, Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './local-models.module.css';

/** What changes when a model comes or goes. */
const lists = [listLocalModels, listModels];

/** One model with what it needs, how far it is, and what can be done with it. */
export function LocalModelRow({ model }: { model: LocalModel }) {
  const { t } = useTranslation('models');
  const { install } = model;
  const running = install?.status === 'in_progress';
  const failure = install?.status === 'failed' ? install.error : null;
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <div className={classes.facts}>
          <Group gap={8}>
            <Text fw={600} component="div" miw={0}>
              {model.page ? (
                <Anchor href={model.page} target="_blank" rel="noreferrer" inherit>
                  {model.name}
                </Anchor>
              ) : (
                <LongText>{model.name}</LongText>
              )}
            </Text>
            <Badge color="gray">{t(`types.${model.type}`)}</Badge>
            {model.modelId && <Badge color="teal">{t('local.installed')}</Badge>}
          </Group>
          <Facts model={model} />
        </div>
        <div className={classes.actions}>
          {model.modelId ? (
            <RemoveButton model={model} />
          ) : running ? (
            <CancelButton model={model} />
          ) : model.inCatalogue ? (
            model.fits && <DownloadButton model={model} />
          ) : (
            failure && <RemoveButton model={model} />
          )}
        </div>
      </div>
      {running && (
        <RunProgress
          compact
          label={t('local.progressOf', { name: model.name })}
          percent={install.percent}
          queued={install.stage === null}
          stage={t(`local.stages.${install.stage ?? 'queued'}`)}
        />
      )}
      {failure && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      {!model.modelId && !model.fits && !running && (
        <Text size="sm" c="dimmed">
          {t('local.tooLarge')}
        </Text>
      )}
    </li>
  );
}

function Facts({ model }: { model: LocalModel }) {
  const { t, i18n } = useTranslation('models');
  const format = useFormat();
  if (model.bytes === 0) return null;
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  const known = model.languages.map((code) => names.of(code) ?? code);
  const more = (model.languageCount ?? 0) - known.length;
  const languages = more > 0 ? [...known, t('local.languages', { count: more })] : known;
  const facts = [
    new Intl.ListFormat(i18n.language).format(languages),
    format.bytes(model.bytes),
    t('local.memory', { size: format.bytes(model.memoryMegabytes * 1_048_576) }),
    t('local.length', { tokens: format.number(model.maxTokens) }),
    model.dimensions !== null && t('local.dimensions', { dimensions: format.number(model.dimensions) }),
    model.quantization,
    model.licence,
    model.gain && t('local.gain', model.gain),
  ].filter((fact) => fact);
  return (
    <Text size="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  );
}

function DownloadButton({ model }: { model: LocalModel }) {
  const { t } = useTranslation('models');
  const download = useApiMutation(downloadLocalModel, { invalidates: lists });
  const stopped = model.install !== null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      aria-label={t('local.downloadNamed', { name: model.name })}
      onClick={() => download.mutate({ params: { localModelId: model.id } })}
    >
      {t(stopped ? 'local.resume' : 'local.download')}
    </Button>
  );
}

function CancelButton({ model }: { model: LocalModel }) {
  const { t } = useTranslation(['models', 'shell']);
  const cancel = useApiMutation(cancelLocalModel, { invalidates: lists });
  return (
    <Button
      variant="default"
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ params: { localModelId: model.id } })}
    >
      {t('shell:actions.cancel')}
    </Button>
  );
}

function RemoveButton({ model }: { model: LocalModel }) {
  const { t } = useTranslation('models');
  const remove = useApiMutation(removeLocalModel, {
    invalidates: lists,
    successMessage: 'models:local.removed',
    handlesError: true,
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconTrash size={16} aria-hidden />}
      aria-label={t('local.removeNamed', { name: model.name })}
      onClick={() =>
        openConfirmModal({
          title: t('local.removeTitle', { name: model.name }),
          text: t('local.removeText'),
          confirmLabel: t('local.remove'),
          onConfirm: () => remove.mutateAsync({ params: { localModelId: model.id } }),
        })
      }
    >
      {t('local.remove')}
    </Button>
  );
}
