import {
  type EvaluationSet,
  evaluationLimits,
  type RetrievalSettings,
  retrievalSettings,
} from '@lectern/contract';
import { ActionIcon, Alert, Button, Collapse, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAdjustments, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import classes from './evaluations.module.css';
import { useEvaluationActions } from './use-evaluations.ts';

/** The form of the retrieval test, which the screen lends. */
export type RenderSettings = (
  settings: RetrievalSettings,
  onChange: (settings: RetrievalSettings) => void,
) => ReactNode;

type RunDialogProps = {
  set: EvaluationSet;
  opened: boolean;
  onClose: () => void;
  onStarted: (runId: string) => void;
  renderSettings: RenderSettings;
};

export function RunDialog({ opened, onClose, ...form }: RunDialogProps) {
  const { t } = useTranslation('evaluation');
  return (
    <Modal opened={opened} onClose={onClose} size={620} title={t('runs.newTitle')}>
      <RunForm onClose={onClose} {...form} />
    </Modal>
  );
}

type Variant = { key: number; name: string; settings: RetrievalSettings };
let serial = 0;

function RunForm({ set, onClose, onStarted, renderSettings }: Omit<RunDialogProps, 'opened'>) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const { start } = useEvaluationActions();
  const makeVariant = (name: string, settings: RetrievalSettings): Variant => ({
    key: ++serial,
    name,
    settings,
  });
  const [variants, setVariants] = useState<Variant[]>(() => {
    const usual = retrievalSettings.parse({});
    return [
      makeVariant(t('runs.usual'), usual),
      makeVariant(t('runs.keywords'), { ...usual, keywordWeight: 1 }),
      makeVariant(t('runs.even'), { ...usual, keywordWeight: 0.5 }),
    ];
  });
  const [open, setOpen] = useState<number>();
  const change = (key: number, part: Partial<Variant>) =>
    setVariants(variants.map((variant) => (variant.key === key ? { ...variant, ...part } : variant)));
  const named = variants.every(({ name }) => name.trim() !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(
          {
            params: { evaluationSetId: set.id },
            body: { variants: variants.map(({ name, settings }) => ({ name: name.trim(), settings })) },
          },
          {
            onSuccess: ({ id }) => {
              onClose();
              onStarted(id);
            },
          },
        );
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('runs.newText', { count: set.questionCount })}
        </Text>
        {variants.map(({ key, name, settings }) => (
          <div key={key} className={classes.variant}>
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                label={t('runs.variantName')}
                flex={1}
                maxLength={255}
                value={name}
                onChange={(event) => change(key, { name: event.currentTarget.value })}
              />
              <Button
                variant="default"
                aria-expanded={open === key}
                leftSection={<IconAdjustments size={16} aria-hidden />}
                onClick={() => setOpen(open === key ? undefined : key)}
              >
                {t('runs.settings')}
              </Button>
              {variants.length > 1 && (
                <ActionIcon
                  size="lg"
                  aria-label={t('runs.removeVariant', { name })}
                  onClick={() => setVariants(variants.filter((variant) => variant.key !== key))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Collapse expanded={open === key} mt={open === key ? 'md' : 0}>
              {renderSettings(settings, (next) => change(key, { settings: next }))}
            </Collapse>
          </div>
        ))}
        {variants.length < evaluationLimits.maxVariants && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.more}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              const added = makeVariant(
                t('runs.variant', { number: variants.length + 1 }),
                variants.at(-1)?.settings ?? retrievalSettings.parse({}),
              );
              setVariants([...variants, added]);
              setOpen(added.key);
            }}
          >
            {t('runs.addVariant')}
          </Button>
        )}
        {start.isError && (
          <Alert color="red" role="alert">
            {describeError(start.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={start.isPending} disabled={!named}>
            {t('runs.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
