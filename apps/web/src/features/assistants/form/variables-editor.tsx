import { createAssistant } from '@lectern/contract';
import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limitsOf } from '../../../ui/form/body-schema.ts';
import classes from './assistant-form.module.css';
import type { AssistantFormValues } from './assistant-form-values.ts';

export function VariablesEditor({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const { variables } = form.values;
  return (
    <div>
      <Title order={3} fz="md">
        {t('form.variables')}
      </Title>
      <Text size="xs" c="dimmed" mb="md">
        {t('form.variablesText')}
      </Text>
      <Stack gap="sm">
        {variables.length === 0 && <Text size="sm">{t('form.variablesNone')}</Text>}
        {variables.map((variable, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the key of a variable changes while it is typed.
            key={index}
            className={classes.variableRow}
          >
            <TextInput
              label={t('form.variableKey')}
              {...limitsOf(createAssistant, 'variables.0.key')}
              className={classes.variableKey}
              {...form.getInputProps(`variables.${index}.key`)}
            />
            <TextInput
              label={t('form.variableValue')}
              {...limitsOf(createAssistant, 'variables.0.value')}
              className={classes.variableValue}
              {...form.getInputProps(`variables.${index}.value`)}
            />
            <Group gap="sm" wrap="nowrap" className={classes.variableEnd}>
              <Checkbox
                label={t('form.variableOptional')}
                {...form.getInputProps(`variables.${index}.optional`, { type: 'checkbox' })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('form.variableRemove', { key: variable.key })}
                title={t('form.variableRemove', { key: variable.key })}
                onClick={() => form.removeListItem('variables', index)}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </Group>
          </div>
        ))}
        {variables.length < (limitsOf(createAssistant, 'variables').maxTags ?? 0) && (
          <Button
            variant="default"
            size="xs"
            className={classes.start}
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem('variables', { key: '', optional: false, value: '' })}
          >
            {t('form.variableAdd')}
          </Button>
        )}
      </Stack>
    </div>
  );
}
