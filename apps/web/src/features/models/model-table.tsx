import { deleteModel, listModels, type Model } from '@lectern/contract';
import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/confirm-modal.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { useModelName } from '../../ui/use-model-name.ts';
import { openModelDialog } from './model-dialog.tsx';
import classes from './models.module.css';

export function ModelTable({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation('shell');
  const nameOf = useModelName();
  const columns: Column<Model>[] = [
    { key: 'name', header: t('models.name'), card: 'title', render: (model) => <ModelName model={model} /> },
    { key: 'type', header: t('models.type'), width: 120, render: (model) => t(`models.types.${model.type}`) },
    {
      key: 'provider',
      header: t('models.provider'),
      width: 180,
      render: (model) => (
        <>
          <LongText>{model.builtIn ? t('productName') : model.providerName}</LongText>
          {model.baseUrl && (
            <Text size="xs" c="dimmed" component="div">
              <LongText>{model.baseUrl}</LongText>
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'key',
      header: t('models.key'),
      width: 110,
      render: (model) => (
        <span className={classes.key}>
          {model.builtIn ? t('models.noKeyNeeded') : (model.maskedKey ?? '–')}
        </span>
      ),
    },
    {
      key: 'actions',
      header: t('models.actions'),
      width: 92,
      align: 'right',
      card: 'actions',
      render: (model) => (model.builtIn ? null : <ModelActions model={model} />),
    },
  ];
  return (
    <DataTable
      label={t('models.list')}
      columns={columns}
      rows={models}
      rowKey={(model) => model.id}
      rowLabel={nameOf}
    />
  );
}

function ModelName({ model }: { model: Model }) {
  const { t } = useTranslation('shell');
  const name = useModelName()(model);
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Text fw={600} component="div" className={classes.name}>
          <LongText>{name}</LongText>
        </Text>
        {model.builtIn && <Badge color="gray">{t('models.builtIn')}</Badge>}
        {model.vision && <Badge color="gray">{t('models.vision')}</Badge>}
      </Group>
      {model.modelName !== name && (
        <Text size="xs" c="dimmed" component="div">
          <LongText>{model.modelName}</LongText>
        </Text>
      )}
    </>
  );
}

function ModelActions({ model }: { model: Model }) {
  const { t } = useTranslation('shell');
  const remove = useApiMutation(deleteModel, {
    invalidates: [listModels],
    successMessage: 'shell:models.deleted',
    handlesError: true,
  });
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <ActionIcon
        aria-label={t('models.editNamed', { name: model.name })}
        onClick={() => openModelDialog(t, model)}
      >
        <IconPencil size={17} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('models.deleteNamed', { name: model.name })}
        onClick={() =>
          openConfirmModal({
            title: t('models.deleteTitle', { name: model.name }),
            text: t('models.deleteText'),
            confirmLabel: t('actions.delete'),
            onConfirm: () => remove.mutateAsync({ params: { modelId: model.id } }),
          })
        }
      >
        <IconTrash size={17} stroke={1.6} />
      </ActionIcon>
    </Group>
  );
}
