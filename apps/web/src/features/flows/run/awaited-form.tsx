import type { FlowFormInput } from '@lectern/contract';
import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FlowFormFields, type FlowFormValues } from '../../../ui/form/flow-form-fields.tsx';

/** A form that a run waits for. */
export function AwaitedForm({
  text,
  fields,
  onSubmit,
}: {
  text: string;
  fields: readonly FlowFormInput[];
  onSubmit: (values: FlowFormValues) => void;
}) {
  const { t } = useTranslation('flows');
  const [values, setValues] = useState<FlowFormValues>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(values);
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      {text !== '' && <Text size="sm">{text}</Text>}
      <FlowFormFields fields={fields} values={values} onChange={setValues} />
      <Button type="submit" size="compact-md">
        {t('run.submit')}
      </Button>
    </Stack>
  );
}
