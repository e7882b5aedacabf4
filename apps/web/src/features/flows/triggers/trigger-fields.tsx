import type { FlowFormInput, FlowTriggerSettings } from '@lectern/contract';
import { Box, Chip, Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FlowFormFields, type FlowFormValues } from '../../../ui/form/flow-form-fields.tsx';
import type { ApiFormOf } from '../../../ui/form/use-api-form.ts';
import { repeats, type ScheduleTime } from './cron.ts';
import { listDays } from './use-schedule-text.ts';

export type TriggerValues = ScheduleTime & {
  name: string;
  kind: FlowTriggerSettings['kind'];
  timeZone: string;
  question: string;
  perMinute: number | string;
};

type Props = {
  form: Pick<ApiFormOf<TriggerValues>, 'field' | 'setFieldValue' | 'values'>;
  /** What the flow asks for before it starts. */
  fields: FlowFormInput[];
  inputs: FlowFormValues;
  onInputs: (values: FlowFormValues) => void;
};

/** The name of a schedule or webhook, and when or how often it may start the flow. */
export function TriggerFields(props: Props) {
  const { form } = props;
  const { t } = useTranslation(['automation', 'shell']);
  return (
    <>
      <TextInput label={t('shell:fields.name')} withAsterisk data-autofocus {...form.field('name')} />
      {form.values.kind === 'schedule' ? (
        <Schedule {...props} />
      ) : (
        <NumberInput
          label={t('triggers.perMinute')}
          description={t('triggers.perMinuteHint')}
          min={1}
          max={600}
          {...form.field('perMinute')}
        />
      )}
    </>
  );
}

function Schedule({ form, fields, inputs, onInputs }: Props) {
  const { t, i18n } = useTranslation('automation');
  const { repeat, days } = form.values;
  return (
    <>
      <Select
        label={t('triggers.repeat')}
        allowDeselect={false}
        data={repeats.map((value) => ({ value, label: t(`triggers.repeats.${value}`) }))}
        {...form.field('repeat')}
      />
      {repeat === 'weekly' && (
        <Chip.Group multiple value={days} onChange={(next) => form.setFieldValue('days', next)}>
          <Group gap={6}>
            {listDays(i18n.language).map(({ value, label }) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {repeat === 'cron' ? (
        <TextInput label={t('triggers.cron')} description={t('triggers.cronHint')} {...form.field('cron')} />
      ) : (
        <TextInput type="time" label={t('triggers.time')} {...form.field('time')} />
      )}
      <Select
        label={t('triggers.timeZone')}
        searchable
        allowDeselect={false}
        data={['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]}
        {...form.field('timeZone')}
      />
      <Textarea label={t('triggers.question')} autosize minRows={2} {...form.field('question')} />
      {fields.length > 0 && (
        <Box>
          <FlowFormFields fields={fields} values={inputs} onChange={onInputs} />
        </Box>
      )}
    </>
  );
}
