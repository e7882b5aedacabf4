import { reservedPromptVariables } from '@lectern/contract';
import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './assistant-form.module.css';
import { type AssistantFormValues, rangeOf } from './assistant-form-values.ts';
import { NumberSetting } from './number-setting.tsx';
import { unknownVariables } from './prompt-variables.ts';
import { SwitchSetting } from './switch-setting.tsx';
import { VariablesEditor } from './variables-editor.tsx';

export function PromptSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const prompt = useRef<HTMLTextAreaElement>(null);
  const { systemPrompt, variables } = form.values;
  const unknown = unknownVariables(systemPrompt, variables);
  const names = unknown.map((key) => `{${key}}`).join(', ');
  const keys = [...reservedPromptVariables, ...variables.map(({ key }) => key).filter(Boolean)];

  function insert(key: string) {
    const field = prompt.current;
    const start = field?.selectionStart ?? systemPrompt.length;
    const end = field?.selectionEnd ?? start;
    const name = `{${key}}`;
    form.setFieldValue('systemPrompt', systemPrompt.slice(0, start) + name + systemPrompt.slice(end));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + name.length, start + name.length);
    });
  }

  return (
    <Stack gap="xl">
      <div>
        <Textarea
          ref={prompt}
          label={t('form.systemPrompt')}
          description={t('form.systemPromptText')}
          autosize
          minRows={8}
          maxRows={20}
          classNames={{ input: classes.prompt }}
          {...form.getInputProps('systemPrompt')}
          error={
            unknown.length > 0
              ? t('form.unknownVariable', { count: unknown.length, names })
              : form.errors.systemPrompt
          }
        />
        <Group gap={6} mt={8}>
          {keys.map((key) => (
            <Button
              key={key}
              size="compact-xs"
              variant="default"
              ff="monospace"
              styles={{ label: { fontWeight: 400 } }}
              aria-label={t('form.insert', { variable: `{${key}}` })}
              onClick={() => insert(key)}
            >
              {`{${key}}`}
            </Button>
          ))}
          {unknown.map((key) => (
            <Button
              key={key}
              size="compact-xs"
              variant="light"
              color="red"
              leftSection={<IconPlus size={12} />}
              onClick={() => form.insertListItem('variables', { key, optional: true, value: '' })}
            >
              {t('form.variableAddNamed', { name: `{${key}}` })}
            </Button>
          ))}
        </Group>
        {form.values.knowledgeBaseIds.length > 0 && !systemPrompt.includes('{knowledge}') && (
          <Text size="xs" c="dimmed" mt={8}>
            {t('form.knowledgeMissing')}
          </Text>
        )}
      </div>
      <VariablesEditor form={form} />
      <div>
        <Title order={3} fz="md" mb="md">
          {t('form.given')}
        </Title>
        <Stack gap="lg">
          <SwitchSetting form={form} name="addChunkInfo" needsModel />
          <SwitchSetting form={form} name="sortByPage" needsModel />
          <NumberSetting
            label={t('form.memory')}
            description={t('form.memoryText')}
            {...rangeOf('conversationMemory')}
            step={1}
            decimalScale={0}
            value={form.values.conversationMemory}
            onChange={(value) => form.setFieldValue('conversationMemory', value)}
            error={form.errors.conversationMemory}
          />
        </Stack>
      </div>
    </Stack>
  );
}
