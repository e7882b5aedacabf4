import { type Assistant, createAssistant, listAssistants, updateAssistant } from '@lectern/contract';
import { Box, Flex, Tabs } from '@mantine/core';
import {
  type Icon,
  IconBooks,
  IconId,
  IconListSearch,
  IconQuote,
  IconSparkles,
  IconTerminal2,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
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
import { SearchSection } from './search-section.tsx';

const sectionComponents = {
  basics: BasicsSection,
  knowledge: KnowledgeSection,
  search: SearchSection,
  prompt: PromptSection,
  model: ModelSection,
  answer: AnswerSection,
} as const;

const sectionIcons: Record<FormSection, Icon> = {
  basics: IconId,
  knowledge: IconBooks,
  search: IconListSearch,
  prompt: IconTerminal2,
  model: IconSparkles,
  answer: IconQuote,
};

function SectionIcon({ name }: { name: FormSection }) {
  const Shape = sectionIcons[name];
  return <Shape size={16} stroke={1.6} aria-hidden />;
}

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
  const { t } = useTranslation(['chat', 'shell']);
  const [section, setSection] = useState<FormSection>('basics');
  const form = useApiForm(assistantId ? updateAssistant : createAssistant, {
    initialValues: toFormValues(initial),
    params: assistantId === undefined ? undefined : { assistantId },
    toBody: toSettings,
    validate: (values) => validateAssistant(t, values),
    errorFields: {
      'assistant.unknown_variable': 'systemPrompt',
      'knowledge_base.not_found': 'knowledgeBaseIds',
      'model.not_found': 'chatModelId',
      'model.wrong_type': 'chatModelId',
    },
    invalidates: [listAssistants],
    successMessage: assistantId ? 'chat:assistants.modified' : 'chat:assistants.created',
    onSuccess: onSaved,
    onChange: () => onDirtyChange(true),
    onInvalid: (errors) => {
      const wrong = sectionsWithErrors(errors);
      if (wrong[0] && !wrong.includes(section)) setSection(wrong[0]);
    },
  });
  const wrong = sectionsWithErrors(form.errors);
  return (
    <Flex component="form" flex={1} direction="column" mih={0} onSubmit={form.submit} noValidate>
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
                  <Box
                    component="span"
                    w={6}
                    h={6}
                    bdrs="50%"
                    bg="var(--danger)"
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
        <Box flex={1} miw={0} c="var(--danger)" fz="sm" role="alert">
          {form.error ? describeError(form.error) : wrong.length > 0 && t('form.fillRequired')}
        </Box>
        <DialogActions
          label={t(assistantId ? 'shell:actions.save' : 'shell:actions.create')}
          onCancel={onCancel}
          busy={form.isSending}
        />
      </div>
    </Flex>
  );
}
