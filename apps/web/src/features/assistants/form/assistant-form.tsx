import { type Assistant, createAssistant, listAssistants, updateAssistant } from '@lectern/contract';
import { Button, Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Icon, IconBooks, IconId, IconQuote, IconSparkles, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { AnswerSection } from './answer-section.tsx';
import classes from './assistant-form.module.css';
import {
  type AssistantSettings,
  type FormSection,
  formSections,
  sectionsWithErrors,
  toFormValues,
  toSettings,
  validateAssistant,
} from './assistant-form-values.ts';
import { BasicsSection } from './basics-section.tsx';
import { KnowledgeSection } from './knowledge-section.tsx';
import { ModelSection } from './model-section.tsx';
import { PromptSection } from './prompt-section.tsx';

const sectionComponents = {
  basics: BasicsSection,
  knowledge: KnowledgeSection,
  prompt: PromptSection,
  model: ModelSection,
  answer: AnswerSection,
} as const;

const sectionIcons: Record<FormSection, Icon> = {
  basics: IconId,
  knowledge: IconBooks,
  prompt: IconTerminal2,
  model: IconSparkles,
  answer: IconQuote,
};

function SectionIcon({ name }: { name: FormSection }) {
  const Shape = sectionIcons[name];
  return <Shape size={16} stroke={1.6} aria-hidden />;
}

/** Server refusals that belong to one field. */
const fieldByError: Partial<Record<ApiError['code'], string>> = {
  'assistant.name_taken': 'name',
  'assistant.unknown_variable': 'systemPrompt',
  'knowledge_base.not_found': 'knowledgeBaseIds',
  'model.not_found': 'chatModelId',
  'model.wrong_type': 'chatModelId',
};

type Props = {
  initial: AssistantSettings;
  /** Undefined: a new assistant. */
  assistantId?: string;
  compact: boolean;
  onDirtyChange: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (assistant: Assistant) => void;
};

export function AssistantForm({ initial, assistantId, compact, onDirtyChange, onCancel, onSaved }: Props) {
  const { t } = useTranslation('chat');
  const [section, setSection] = useState<FormSection>('basics');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    initialValues: toFormValues(initial),
    validate: (values) => validateAssistant(t, values),
    onValuesChange: () => onDirtyChange(true),
  });
  const settings = {
    invalidates: [listAssistants],
    handlesError: true,
    onSuccess: onSaved,
    onError: showError,
  };
  const create = useApiMutation(createAssistant, { ...settings, successMessage: 'chat:assistants.created' });
  const update = useApiMutation(updateAssistant, { ...settings, successMessage: 'chat:assistants.modified' });

  function openSectionWithErrors(errors: Record<string, unknown>) {
    const wrong = sectionsWithErrors(errors);
    if (wrong[0] && !wrong.includes(section)) setSection(wrong[0]);
    setProblem(t('form.fillRequired'));
  }

  function showError(error: ApiError) {
    const field = fieldByError[error.code];
    const message = error.code === 'assistant.name_taken' ? t('form.nameTaken') : describeError(error);
    if (field) {
      form.setFieldError(field, message);
      openSectionWithErrors({ [field]: message });
    }
    setProblem(message);
  }

  const submit = form.onSubmit((values) => {
    setProblem(null);
    const body = toSettings(values);
    if (assistantId) update.mutate({ params: { assistantId }, body });
    else create.mutate({ body });
  }, openSectionWithErrors);

  const wrong = sectionsWithErrors(form.errors);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Tabs
        value={section}
        onChange={(value) => setSection(value as FormSection)}
        orientation={compact ? 'horizontal' : 'vertical'}
        variant="pills"
        classNames={{
          root: classes.tabs,
          list: classes.tabList,
          tab: classes.tab,
          tabLabel: classes.tabLabel,
          panel: classes.panel,
        }}
      >
        <Tabs.List aria-label={t('form.sections')}>
          {formSections.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              leftSection={!compact && <SectionIcon name={name} />}
              rightSection={
                wrong.includes(name) && (
                  <span
                    className={classes.errorDot}
                    role="img"
                    aria-label={t('form.hasErrors', { section: t(`form.${name}`) })}
                  />
                )
              }
            >
              {t(`form.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {formSections.map((name) => {
          const Section = sectionComponents[name];
          return (
            <Tabs.Panel key={name} value={name}>
              {name === section && <Section form={form} />}
            </Tabs.Panel>
          );
        })}
      </Tabs>
      <div className={classes.footer}>
        <div className={classes.footerError} role="alert">
          {problem}
        </div>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending || update.isPending}>
          {assistantId ? t('common.save') : t('common.create')}
        </Button>
      </div>
    </form>
  );
}
