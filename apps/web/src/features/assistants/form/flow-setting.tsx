import { listFlows } from '@lectern/contract';
import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../api/me.ts';
import { useApiQuery } from '../../../api/queries.ts';
import type { AssistantFormValues } from './assistant-form-values.ts';

/** Stands for the assistant itself, since a select has no empty value. */
const itself = 'itself';

/** Who answers: the assistant from its knowledge bases, or a published flow. For those who may draw flows. */
export function FlowSetting({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const maySeeFlows = usePermission('Flow');
  const flows = useApiQuery(listFlows, { query: { pageSize: 200 } }, { enabled: maySeeFlows });
  const { flowId } = form.values;
  const published = (flows.data?.items ?? []).filter(({ publishedVersion }) => publishedVersion !== null);
  if (!maySeeFlows && flowId === null) return null;
  if (flowId === null && published.length === 0) return null;
  const isKnown = flowId === null || published.some(({ id }) => id === flowId);
  return (
    <Select
      label={t('form.answeredBy')}
      description={t('form.answeredByText')}
      allowDeselect={false}
      disabled={!maySeeFlows}
      data={[
        { value: itself, label: t('form.answeredByItself') },
        ...(isKnown ? [] : [{ value: flowId, label: t('form.flowMissing') }]),
        ...published.map(({ id, name }) => ({ value: id, label: t('form.answeredByFlow', { name }) })),
      ]}
      value={flowId ?? itself}
      onChange={(value) => form.setFieldValue('flowId', value === itself ? null : value)}
      error={form.errors.flowId}
    />
  );
}
