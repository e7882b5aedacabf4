import { type Assistant, createAssistant, listAssistants, updateAssistant } from '@lectern/contract';
import { Box, Button, Flex, Menu, Tabs } from '@mantine/core';
import {
  type Icon,
  IconBooks,
  IconChevronDown,
  IconHistory,
  IconId,
  IconListSearch,
  IconPencil,
  IconQuote,
  IconSparkles,
  IconTerminal2,
  IconTool,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { notify } from '../../../ui/feedback/notify.ts';
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
import { ToolsSection } from './tools-section.tsx';

const sectionComponents = {
  basics: BasicsSection,
  knowledge: KnowledgeSection,
  search: SearchSection,
  prompt: PromptSection,
  model: ModelSection,
  tools: ToolsSection,
  answer: AnswerSection,
} as const;

const sectionIcons: Record<FormSection, Icon> = {
  basics: IconId,
  knowledge: IconBooks,
  search: IconListSearch,
  prompt: IconTerminal2,
  model: IconSparkles,
  tools: IconTool,
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
  /** The form shows a draft: saving publishes it. */
  isDraft: boolean;
  compact: boolean;
  onDirtyChange: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (assistant: Assistant) => void;
  onShowVersions: () => void;
};

export function AssistantForm(props: Props) {
  const { initial, assistantId, isDraft, compact, onDirtyChange, onCancel, onSaved } = props;
  const { t } = useTranslation(['chat', 'shell']);
  const [section, setSection] = useState<FormSection>('basics');
  const publishes = useRef(true);
  const form = useApiForm(assistantId ? updateAssistant : createAssistant, {
    initialValues: toFormValues(initial),
    params: assistantId === undefined ? undefined : { assistantId },
    toBody: (values) =>
      assistantId ? { ...toSettings(values), publish: publishes.current } : toSettings(values),
    validate: (values) => validateAssistant(t, values),
    errorFields: {
      'assistant.unknown_variable': 'systemPrompt',
      'knowledge_base.not_found': 'knowledgeBaseIds',
      'model.not_found': 'chatModelId',
      'model.wrong_type': 'chatModelId',
      'flow.not_found': 'flowId',
      'assistant.flow_not_published': 'flowId',
    },
    invalidates: [listAssistants],
    onSuccess: (assistant) => {
      const saved = publishes.current ? t('assistants.modified') : t('versions.draftSaved');
      notify('success', assistantId ? saved : t('assistants.created'));
      onSaved(assistant);
    },
    onChange: () => onDirtyChange(true),
    onInvalid: (errors) => {
      const wrong = sectionsWithErrors(errors);
      if (wrong[0] && !wrong.includes(section)) setSection(wrong[0]);
    },
  });
  const wrong = sectionsWithErrors(form.errors);
  // A flow finds and writes in its own way.
  const shown = form.values.flowId === null ? formSections : formSections.slice(0, 1);
  const saveAs = (published: boolean) => {
    publishes.current = published;
    form.submit();
  };
  return (
    <Flex
      component="form"
      flex={1}
      direction="column"
      mih={0}
      onSubmit={(event) => {
        publishes.current = true;
        form.submit(event);
      }}
      noValidate
    >
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
          {shown.map((name) => (
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
        {shown.map((name) => {
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
        {assistantId ? (
          <SaveActions
            isDraft={isDraft}
            busy={form.isSending}
            onCancel={onCancel}
            onSaveDraft={() => saveAs(false)}
            onShowVersions={props.onShowVersions}
          />
        ) : (
          <DialogActions label={t('shell:actions.create')} onCancel={onCancel} busy={form.isSending} />
        )}
      </div>
    </Flex>
  );
}

type SaveActionsProps = {
  isDraft: boolean;
  busy: boolean;
  onCancel: () => void;
  onSaveDraft: () => void;
  onShowVersions: () => void;
};

/** Saving publishes; beside it stand the draft and the versions. */
function SaveActions({ isDraft, busy, onCancel, onSaveDraft, onShowVersions }: SaveActionsProps) {
  const { t } = useTranslation(['chat', 'shell']);
  return (
    <Flex gap="xs" flex="none">
      <Button variant="default" onClick={onCancel}>
        {t('shell:actions.cancel')}
      </Button>
      <Button.Group>
        <Button type="submit" loading={busy} className={classes.save}>
          {isDraft ? t('versions.publish') : t('shell:actions.save')}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <Button px={10} className={classes.saveMenu} disabled={busy} aria-label={t('versions.menu')}>
              <IconChevronDown size={16} stroke={1.8} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onSaveDraft}>
              {t('versions.saveDraft')}
            </Menu.Item>
            <Menu.Item leftSection={<IconHistory size={16} stroke={1.6} />} onClick={onShowVersions}>
              {t('versions.open')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </Flex>
  );
}
