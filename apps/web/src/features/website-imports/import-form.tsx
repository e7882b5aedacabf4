import {
  browserModes,
  type DocumentLabels,
  websiteImportModes,
  websiteImportSettings,
  websiteSchedules,
} from '@lectern/contract';
import {
  Collapse,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight, IconWorld } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limitsIn } from '../../ui/form/body-schema.ts';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import type { ApiFormOf } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { FieldInputs } from '../../ui/labels/field-inputs.tsx';
import { TagsField } from '../../ui/labels/tags-field.tsx';
import { useDocumentLabels } from '../../ui/labels/use-document-labels.ts';
import type { FormValues } from './form-values.ts';
import classes from './website-imports.module.css';

type ImportFormState = ApiFormOf<FormValues>;

type ImportFormProps = {
  knowledgeBaseId: string;
  form: ImportFormState;
  /** A new import asks for its link; one that is there keeps it. */
  withLink: boolean;
  /** Shown below the choice of pages. */
  children?: ReactNode;
};

/** What is imported, how often, and how. */
export function ImportForm({ form, knowledgeBaseId, withLink, children }: ImportFormProps) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const { mode } = form.values;
  return (
    <Stack gap="lg">
      {withLink && (
        <TextInput
          label={t('form.link')}
          description={t('form.linkHint')}
          placeholder={t('form.linkPlaceholder')}
          leftSection={<IconWorld size={16} aria-hidden />}
          type="url"
          inputMode="url"
          autoComplete="off"
          withAsterisk
          data-autofocus
          {...form.field('url')}
        />
      )}
      <ChoiceCards
        label={t('form.mode')}
        value={mode}
        onChange={(value) => form.setFieldValue('mode', value)}
        choices={websiteImportModes.map((value) => ({
          value,
          name: t(`modes.${value}.name`),
          text: t(`modes.${value}.text`),
        }))}
      />
      {mode !== 'single' && (
        <Group grow align="flex-start" preventGrowOverflow={false} className={classes.pair}>
          {mode === 'depth' && (
            <NumberInput
              label={t('form.depth')}
              {...limitsIn(websiteImportSettings, 'depth')}
              allowDecimal={false}
              clampBehavior="none"
              {...form.getInputProps('depth')}
            />
          )}
          <NumberInput
            label={t('form.pageLimit')}
            {...limitsIn(websiteImportSettings, 'pageLimit')}
            allowDecimal={false}
            clampBehavior="none"
            {...format.separators}
            {...form.getInputProps('pageLimit')}
          />
        </Group>
      )}
      {children}
      <Select
        label={t('form.schedule')}
        description={t('form.scheduleHint')}
        allowDeselect={false}
        data={websiteSchedules.map((value) => ({ value, label: t(`schedules.${value}`) }))}
        {...form.getInputProps('schedule')}
      />
      <MoreSettings form={form} knowledgeBaseId={knowledgeBaseId} />
    </Stack>
  );
}

function MoreSettings({ form, knowledgeBaseId }: Pick<ImportFormProps, 'form' | 'knowledgeBaseId'>) {
  const { t } = useTranslation('websites');
  const [opened, { toggle, open }] = useDisclosure(false);
  const wrong =
    form.errors.include !== undefined ||
    form.errors.exclude !== undefined ||
    form.errors.browser !== undefined;
  const id = useId();
  // An error in a closed part would not be seen.
  useEffect(() => {
    if (wrong) open();
  }, [wrong, open]);
  return (
    <div>
      <UnstyledButton className={classes.more} onClick={toggle} aria-expanded={opened} aria-controls={id}>
        <IconChevronRight
          size={16}
          aria-hidden
          className={classes.chevron}
          data-opened={opened || undefined}
        />
        {t('form.more')}
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <Stack gap="lg" pt="md">
          <Textarea
            label={t('form.include')}
            description={t('form.includeHint')}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            {...form.getInputProps('include')}
          />
          <Textarea
            label={t('form.exclude')}
            description={t('form.excludeHint')}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            {...form.getInputProps('exclude')}
          />
          <Input.Wrapper
            label={t('form.browser')}
            description={t('form.browserHint')}
            error={form.errors.browser}
            labelElement="div"
          >
            <SegmentedControl
              fullWidth
              mt={6}
              aria-label={t('form.browser')}
              value={form.values.browser}
              onChange={(value) => form.setFieldValue('browser', value as FormValues['browser'])}
              data={browserModes.map((value) => ({ value, label: t(`browsers.${value}`) }))}
            />
          </Input.Wrapper>
          <Switch
            label={t('form.includeFiles')}
            description={t('form.includeFilesHint')}
            {...form.getInputProps('includeFiles', { type: 'checkbox' })}
          />
          <Switch
            label={t('form.removeVanished')}
            description={t('form.removeVanishedHint')}
            {...form.getInputProps('removeVanished', { type: 'checkbox' })}
          />
          <PageLabels
            knowledgeBaseId={knowledgeBaseId}
            labels={form.values.labels}
            onChange={(labels) => form.setFieldValue('labels', labels)}
          />
        </Stack>
      </Collapse>
    </div>
  );
}

type PageLabelsProps = {
  knowledgeBaseId: string;
  labels: DocumentLabels;
  onChange: (labels: DocumentLabels) => void;
};

/** Tags and field values that the documents of the pages get. */
function PageLabels({ knowledgeBaseId, labels, onChange }: PageLabelsProps) {
  const { t } = useTranslation('labels');
  const known = useDocumentLabels([knowledgeBaseId]);
  return (
    <Stack gap="sm">
      <TagsField
        description={t('tags.hint')}
        value={labels.tags}
        onChange={(tags) => onChange({ ...labels, tags })}
        suggestions={known?.tags.map(({ name }) => name) ?? []}
      />
      <FieldInputs
        fields={known?.fields ?? []}
        values={labels.fieldValues}
        onChange={(fieldValues) => onChange({ ...labels, fieldValues })}
      />
    </Stack>
  );
}
