import { listModels, type Model, maskSecret } from '@lectern/contract';
import { ActionIcon, Badge, Box, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { openModelDialog } from './model-dialog.tsx';
import { writesTokens } from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';
import classes from './models.module.css';
import { useCurrency } from './use-currency.ts';
import { useLimits } from './use-limits.ts';

const places = { minimumFractionDigits: 2, maximumFractionDigits: 6 };

/** 2 → “2.00”, 0.0255 → “0.0255”: prices of tokens may be small, so no place that says something is cut. */
function formatPrice(price: number | null): string {
  return price === null ? '–' : new Intl.NumberFormat('en-US', places).format(price);
}

const isLocal = ({ providerId }: Model) => providerId === 'local';
/** Models that run on this server are managed with their files. */
const needsNoKey = (model: Model) => model.builtIn || isLocal(model);

/** That a key is stored, or a secret of another kind. */
function findMask({ maskedKey, options }: Model): string | undefined {
  return maskedKey ?? Object.values(options).find((value) => value === maskSecret(null));
}

type Props = {
  models: readonly Model[];
  /** Who may change them here; without one they are only shown. */
  owner?: ModelOwner;
  /** Names the table for screen readers. */
  label: string;
};

export function ModelTable({ models, owner, label }: Props) {
  const { t } = useTranslation(['models', 'shell']);
  const nameOf = useModelName();
  const currency = useCurrency();
  const providerOf = (model: Model) =>
    model.builtIn ? t('shell:productName') : isLocal(model) ? t('local.provider') : model.providerName;
  const secondName = useSecondName(models);
  const listLimits = useLimits();
  const columns: Column<Model>[] = [
    {
      key: 'name',
      header: t('name'),
      card: 'title',
      render: (model) => (
        <>
          <ModelName model={model} />
          <ModelFacts
            facts={[
              secondName(model) && t('secondNamed', { name: secondName(model) }),
              // The administrator's own company is no measure of the others.
              ...listLimits(model, owner?.name !== 'platform'),
            ]}
          />
        </>
      ),
    },
    { key: 'type', header: t('type'), width: 120, render: (model) => t(`types.${model.type}`) },
    {
      key: 'provider',
      header: t('provider'),
      width: 180,
      render: (model) => (
        <>
          <LongText>{providerOf(model)}</LongText>
          {model.baseUrl && (
            <Text size="xs" c="dimmed" component="div">
              <LongText>{model.baseUrl}</LongText>
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'price',
      header: t('price', { currency }),
      width: 140,
      render: (model) => <Prices model={model} />,
    },
  ];
  if (owner)
    columns.push(
      {
        key: 'key',
        header: t('key'),
        width: 110,
        render: (model) => (
          <Box component="span" className="nowrap" c="dimmed" fz="sm">
            {needsNoKey(model) ? t('noKeyNeeded') : (findMask(model) ?? '–')}
          </Box>
        ),
      },
      {
        key: 'actions',
        header: t('actions'),
        width: 92,
        align: 'right',
        card: 'actions',
        render: (model) => (needsNoKey(model) ? null : <ModelActions model={model} owner={owner} />),
      },
    );
  return (
    <DataTable
      fixed
      label={label}
      columns={columns}
      rows={models}
      rowKey={(model) => model.id}
      rowLabel={nameOf}
    />
  );
}

/** What else there is to say of a model, in small print. */
function ModelFacts({ facts }: { facts: readonly (string | undefined)[] }) {
  const said = facts.filter((fact) => fact !== undefined);
  if (said.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" component="div" className="numeric">
      {said.map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
    </Text>
  );
}

/** A company's table does not list the platform's models, which it may name. */
function useSecondName(models: readonly Model[]): (model: Model) => string | undefined {
  const isNeeded = models.some(({ secondModelId }) => secondModelId !== null);
  const { data } = useApiQuery(listModels, { query: {} }, { enabled: isNeeded });
  return ({ secondModelId }) => data?.items.find(({ id }) => id === secondModelId)?.name;
}

/** What a million tokens cost; what has no price has none. */
function Prices({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const { type, inputPrice, outputPrice } = model;
  if (inputPrice === null && outputPrice === null) return '–';
  if (type === 'text_to_speech')
    return <span className="numeric">{t('priceCharacters', { price: formatPrice(inputPrice) })}</span>;
  if (!writesTokens(type)) return <span className="numeric">{formatPrice(inputPrice)}</span>;
  return (
    <div className={`${classes.prices} numeric`}>
      <div>{t('priceIn', { price: formatPrice(inputPrice) })}</div>
      <div>{t('priceOut', { price: formatPrice(outputPrice) })}</div>
    </div>
  );
}

function ModelName({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const name = useModelName()(model);
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Text fw={600} component="div" miw={0}>
          <LongText>{name}</LongText>
        </Text>
        {model.builtIn && <Badge color="gray">{t('builtIn')}</Badge>}
        {model.vision && <Badge color="gray">{t('vision')}</Badge>}
      </Group>
      {model.modelName !== name && (
        <Text size="xs" c="dimmed" component="div">
          <LongText>{model.modelName}</LongText>
        </Text>
      )}
    </>
  );
}

function ModelActions({ model, owner }: { model: Model; owner: ModelOwner }) {
  const { t } = useTranslation(['models', 'shell']);
  const remove = useApiMutation(owner.remove, {
    invalidates: owner.lists,
    successMessage: 'models:deleted',
    handlesError: true,
  });
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <ActionIcon
        aria-label={t('editNamed', { name: model.name })}
        onClick={() => openModelDialog(t, owner, model)}
      >
        <IconPencil size={17} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('deleteNamed', { name: model.name })}
        onClick={() =>
          openConfirmModal({
            title: t('deleteTitle', { name: model.name }),
            text: t('deleteText'),
            confirmLabel: t('shell:actions.delete'),
            onConfirm: () => remove.mutateAsync({ params: { modelId: model.id } }),
          })
        }
      >
        <IconTrash size={17} stroke={1.6} />
      </ActionIcon>
    </Group>
  );
}
