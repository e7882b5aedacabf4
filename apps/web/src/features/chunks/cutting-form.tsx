import type { ChunkMethodDescription } from '@lectern/contract';
import { Select, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fillDefaults, findMissingFields, SchemaForm } from '../../ui/schema-form.tsx';
import type { Cutting } from './cutting.ts';
import { MethodPicture } from './method-picture.tsx';
import { PageRangesInput } from './page-ranges-input.tsx';

type CuttingFormProps = {
  methods: readonly ChunkMethodDescription[];
  cutting: Cutting;
  onChange: (cutting: Cutting) => void;
  /** Offers only the methods that take this format. */
  format?: string;
  readOnly?: boolean;
};

/** Chunk method with what it does, its options, and how the document is read before. */
export function CuttingForm({ methods, cutting, onChange, format, readOnly = false }: CuttingFormProps) {
  const { t, i18n } = useTranslation('knowledge');
  const offered = methods.filter(
    ({ id, accepts }) =>
      format === undefined || accepts.length === 0 || accepts.includes(format) || id === cutting.chunkMethod,
  );
  const method = methods.find(({ id }) => id === cutting.chunkMethod);
  const find = (id: string, part: 'name' | 'description') =>
    i18n.exists(`knowledge:methods.${id}.${part}`)
      ? t(`methods.${id}.${part}` as 'methods.naive.name')
      : undefined;
  const values = method ? fillDefaults(method.options, cutting.options) : {};
  const missing = method ? findMissingFields(method.options, values) : [];

  return (
    <Stack gap="md">
      <Select
        label={t('cutting.method')}
        data={offered.map(({ id }) => ({ value: id, label: find(id, 'name') ?? id }))}
        value={cutting.chunkMethod}
        allowDeselect={false}
        disabled={readOnly}
        onChange={(id) => id && onChange({ ...cutting, chunkMethod: id })}
      />
      <MethodPicture method={cutting.chunkMethod} description={find(cutting.chunkMethod, 'description')} />
      {method && (
        <SchemaForm
          fields={method.options}
          values={values}
          onChange={(options) => onChange({ ...cutting, options })}
          namespace="knowledge"
          textPrefix="options"
          readOnly={readOnly}
          errors={Object.fromEntries(missing.map((name) => [name, t('form.required')]))}
        />
      )}
      <Switch
        label={t('cutting.layoutRecognition')}
        description={t('cutting.layoutRecognitionHint')}
        checked={cutting.reading.layoutRecognition}
        disabled={readOnly}
        onChange={(event) =>
          onChange({
            ...cutting,
            reading: { ...cutting.reading, layoutRecognition: event.currentTarget.checked },
          })
        }
      />
      <PageRangesInput
        ranges={cutting.pageRanges}
        onChange={(pageRanges) => onChange({ ...cutting, pageRanges })}
        readOnly={readOnly}
      />
    </Stack>
  );
}
