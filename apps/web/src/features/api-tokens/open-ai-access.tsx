import { listAssistants } from '@lectern/contract';
import { Input, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { openAiBaseUrl, openAiExample } from './example-call.ts';

/** Where clients of OpenAI find this installation, with a question that an assistant of the company answers. */
export function OpenAiAccess() {
  const { t } = useTranslation('company');
  const { origin } = window.location;
  const { data } = useApiQuery(listAssistants, { query: { pageSize: 1 } });
  return (
    <SectionCard title={t('openAi.title')} description={t('openAi.text')}>
      <Stack gap="md">
        <CopyField label={t('openAi.baseUrl')} value={openAiBaseUrl(origin)} />
        <Input.Wrapper labelElement="div" label={t('openAi.example')} description={t('mcp.token')}>
          <CodeBlock>{openAiExample(origin, 'lat_…', data?.items[0]?.name ?? t('openAi.model'))}</CodeBlock>
        </Input.Wrapper>
      </Stack>
    </SectionCard>
  );
}
