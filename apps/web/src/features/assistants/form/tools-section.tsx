import { Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { McpToolsSelect } from '../../../ui/form/mcp-tools-select.tsx';
import type { AssistantFormValues } from './assistant-form-values.ts';
import { NeedsModel } from './needs-model.tsx';

export function ToolsSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const { toolIds, chatModelId } = form.values;
  return (
    <Stack gap="md">
      <div>
        <Title order={3} fz="md">
          {t('form.tools')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('form.toolsText')}
          <NeedsModel chatModelId={chatModelId} />
        </Text>
      </div>
      <McpToolsSelect
        label={t('form.mcpTools')}
        error={form.errors.toolIds}
        value={toolIds}
        onChange={(value) => form.setFieldValue('toolIds', value)}
      />
    </Stack>
  );
}
