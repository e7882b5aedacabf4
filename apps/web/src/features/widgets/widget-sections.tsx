import {
  languages,
  visitorDetails,
  visitorIdentities,
  widgetPositions,
  widgetSources,
} from '@lectern/contract';
import {
  Box,
  ColorInput,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../locales/i18n.ts';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { PhotoInput } from '../../ui/form/photo-input.tsx';
import { toSite, type WidgetForm } from './widget-form.ts';
import classes from './widgets.module.css';

type Props = { form: WidgetForm; assistantName: string };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" className={classes.section}>
      <Title order={2} size="h3" mb="md">
        {title}
      </Title>
      <Stack gap="lg">{children}</Stack>
    </Box>
  );
}

/** Where it shows. */
export function PlacesSection({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('widgets');
  return (
    <Section title={t('places')}>
      <Switch
        label={t('enabled')}
        description={t('enabledText')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <TextInput label={t('name')} description={t('nameText')} withAsterisk {...form.getInputProps('name')} />
      <TagsInput
        label={t('sites')}
        description={t('sitesText')}
        placeholder={form.values.sites.length === 0 ? t('sitePlaceholder') : ''}
        acceptValueOnBlur
        splitChars={[',', ' ', ';']}
        {...form.getInputProps('sites')}
        onChange={(sites) => form.setFieldValue('sites', [...new Set(sites.map(toSite))])}
      />
      <Switch
        label={t('linkEnabled')}
        description={t('linkEnabledText')}
        {...form.getInputProps('linkEnabled', { type: 'checkbox' })}
      />
    </Section>
  );
}

/** What it looks like. */
export function LookSection({ form, assistantName }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <Section title={t('look')}>
      <TextInput label={t('title')} placeholder={assistantName} {...form.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('buttonText')}
          placeholder={t('buttonTextPlaceholder')}
          {...form.getInputProps('buttonText')}
        />
        <Select
          label={t('position')}
          data={widgetPositions.map((value) => ({ value, label: t(`positions.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('position')}
        />
        <ColorInput label={t('color')} format="hex" withEyeDropper={false} {...form.getInputProps('color')} />
        <ColorInput
          label={t('textColor')}
          format="hex"
          withEyeDropper={false}
          {...form.getInputProps('textColor')}
        />
        <NumberInput label={t('width')} min={280} max={800} step={10} {...form.getInputProps('width')} />
        <NumberInput label={t('height')} min={320} max={1000} step={10} {...form.getInputProps('height')} />
        <Select
          label={t('language')}
          data={[
            { value: '', label: t('languageOfBrowser') },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('language')}
          value={form.values.language ?? ''}
          onChange={(value) =>
            form.setFieldValue('language', languages.find((language) => language === value) ?? null)
          }
        />
        <Select
          label={t('scheme')}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`schemes.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('scheme')}
        />
      </SimpleGrid>
      <PhotoInput
        label={t('image')}
        name={form.values.title || assistantName}
        value={form.values.image}
        onChange={(image) => form.setFieldValue('image', image)}
      />
    </Section>
  );
}

/** What it says, and what it shows of the sources. */
export function WordsSection({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('widgets');
  return (
    <Section title={t('words')}>
      <Textarea
        label={t('opener')}
        description={t('openerText')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('opener')}
      />
      <Textarea
        label={t('suggestedQuestions')}
        description={t('suggestedQuestionsText')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('suggestedQuestions')}
        value={form.values.suggestedQuestions.join('\n')}
        onChange={(event) => form.setFieldValue('suggestedQuestions', event.currentTarget.value.split('\n'))}
      />
      <ChoiceCards
        label={t('sources')}
        choices={widgetSources.map((value) => ({
          value,
          name: t(`sourceChoices.${value}.name`),
          text: t(`sourceChoices.${value}.text`),
        }))}
        value={form.values.sources}
        onChange={(sources) => form.setFieldValue('sources', sources)}
      />
    </Section>
  );
}

/** Who may ask, and how much. */
export function VisitorsSection({ form, children }: Pick<Props, 'form'> & { children: ReactNode }) {
  const { t } = useTranslation('widgets');
  const details = visitorDetails.map((value) => ({ value, label: t(`details.${value}`) }));
  return (
    <Section title={t('visitors')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t('questionsPerVisitor')}
          description={t('perDay')}
          placeholder={t('noLimit')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('questionsPerVisitor')}
          value={form.values.questionsPerVisitor ?? ''}
        />
        <NumberInput
          label={t('questionsPerDay')}
          description={t('perDay')}
          placeholder={t('noLimit')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('questionsPerDay')}
          value={form.values.questionsPerDay ?? ''}
        />
        <Select
          label={t('askName')}
          data={details}
          allowDeselect={false}
          {...form.getInputProps('askName')}
        />
        <Select
          label={t('askEmail')}
          data={details}
          allowDeselect={false}
          {...form.getInputProps('askEmail')}
        />
      </SimpleGrid>
      <Select
        label={t('identity')}
        description={t('identityText')}
        data={visitorIdentities.map((value) => ({ value, label: t(`identities.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('identity')}
      />
      {children}
      <NumberInput
        label={t('keepDays')}
        description={t('keepDaysText')}
        placeholder={t('keepAlways')}
        min={1}
        max={3_650}
        allowDecimal={false}
        {...form.getInputProps('keepDays')}
        value={form.values.keepDays ?? ''}
      />
    </Section>
  );
}
