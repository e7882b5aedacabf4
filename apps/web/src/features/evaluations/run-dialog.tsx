import {
  defaultRetrievalSettings,
  type EvaluationSet,
  evaluationLimits,
  type KnowledgeBase,
  type RetrievalSettings,
  startEvaluationRun,
} from '@lectern/contract';
import { ActionIcon, Box, Button, Collapse, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconAdjustments, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import classes from './evaluations.module.css';
import { startedRun } from './use-evaluations.ts';

/** The form of the retrieval test, which the screen lends. */
export type RenderSettings = (
  settings: RetrievalSettings,
  onChange: (settings: RetrievalSettings) => void,
) => ReactNode;

type RunDialogProps = {
  knowledgeBase: KnowledgeBase;
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

function createVariant(name: string, settings: RetrievalSettings): Variant {
  return { key: ++serial, name, settings };
}

function RunForm({ knowledgeBase, set, onClose, onStarted, renderSettings }: Omit<RunDialogProps, 'opened'>) {
  const { t } = useTranslation('evaluation');
  const [open, setOpen] = useState<number>();
  const usual = defaultRetrievalSettings(knowledgeBase);
  const form = useApiForm(startEvaluationRun, {
    initialValues: {
      variants: [
        createVariant(t('runs.usual'), usual),
        createVariant(t('runs.keywords'), { ...usual, keywordWeight: 1 }),
        createVariant(t('runs.even'), { ...usual, keywordWeight: 0.5 }),
      ],
    },
    params: { evaluationSetId: set.id },
    toBody: ({ variants }) => ({ variants: variants.map(({ name, settings }) => ({ name, settings })) }),
    ...startedRun,
    onSuccess: ({ id }) => {
      onClose();
      onStarted(id);
    },
  });
  const { variants } = form.values;
  const addVariant = () => {
    const name = t('runs.variant', { number: variants.length + 1 });
    const added = createVariant(name, variants.at(-1)?.settings ?? usual);
    form.insertListItem('variants', added);
    setOpen(added.key);
  };
  return (
    <ApiForm form={form} submitLabel={t('runs.start')} onCancel={onClose}>
      <Text size="sm" c="dimmed">
        {t('runs.newText', { count: set.questionCount })}
      </Text>
      {variants.map(({ key, name, settings }, index) => (
        <Box key={key} p={12} bd="1px solid var(--hairline)" bdrs="md">
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput label={t('runs.variantName')} flex={1} {...form.field(`variants.${index}.name`)} />
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
                onClick={() => form.removeListItem('variants', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          <Collapse expanded={open === key} mt={open === key ? 'md' : 0}>
            {renderSettings(settings, (next) =>
              form.setFieldValue(`variants.${index}.settings`, next as never),
            )}
          </Collapse>
        </Box>
      ))}
      {variants.length < evaluationLimits.maxVariants && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={addVariant}
        >
          {t('runs.addVariant')}
        </Button>
      )}
    </ApiForm>
  );
}
