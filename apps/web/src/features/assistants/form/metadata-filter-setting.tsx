import { Box, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterEditor } from '../../../ui/labels/filter-editor.tsx';
import { useDocumentLabels } from '../../../ui/labels/use-document-labels.ts';
import type { AssistantFormValues } from './assistant-form-values.ts';

const modes = ['off', 'manual', 'derived'] as const;
type Mode = (typeof modes)[number];

/** Which documents an assistant searches: all, by conditions, or by what each question names. */
export function MetadataFilterSetting({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const { retrieval, deriveFilter, knowledgeBaseIds } = form.values;
  const labels = useDocumentLabels(knowledgeBaseIds);
  const [byHand, setByHand] = useState(retrieval.filter !== null);
  // Through the API both can be set: the conditions are then shown too.
  const mode: Mode = deriveFilter ? 'derived' : byHand || retrieval.filter !== null ? 'manual' : 'off';
  const choose = (next: Mode) => {
    setByHand(next === 'manual');
    form.setFieldValue('deriveFilter', next === 'derived');
    if (next !== 'manual') form.setFieldValue('retrieval.filter', null);
  };
  return (
    <Input.Wrapper
      label={t('form.metadataFilter')}
      description={t(mode === 'derived' ? 'form.deriveFilterText' : 'form.metadataFilterText')}
      labelElement="div"
    >
      <Stack gap="sm" mt={6}>
        <SegmentedControl
          aria-label={t('form.metadataFilter')}
          value={mode}
          onChange={(next) => choose(next as Mode)}
          data={modes.map((value) => ({ value, label: t(`form.metadataFilters.${value}`) }))}
        />
        {(mode === 'manual' || retrieval.filter !== null) && (
          <Box>
            <FilterEditor
              value={retrieval.filter}
              onChange={(filter) => form.setFieldValue('retrieval.filter', filter)}
              labels={labels}
            />
          </Box>
        )}
        {typeof form.errors['retrieval.filter'] === 'string' && (
          <Text size="sm" c="var(--danger)">
            {form.errors['retrieval.filter']}
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
