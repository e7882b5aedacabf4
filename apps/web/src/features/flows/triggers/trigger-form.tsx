import {
  createFlowTrigger,
  type FlowFormInput,
  type FlowTrigger,
  type FlowTriggerSettings,
  getFlow,
  listFlowTriggers,
  type ResponseOf,
} from '@lectern/contract';
import { Box, Chip, Group, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { FlowFormFields, type FlowFormValues } from '../../../ui/form/flow-form-fields.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { beginFieldsOf } from '../run/begin-fields.ts';
import { repeats, type ScheduleTime, toCron } from './cron.ts';
import { listDays } from './use-schedule-text.ts';

/** A new schedule or webhook. */
export function TriggerForm({
  flowId,
  onAdded,
  onClose,
}: {
  flowId: string;
  onAdded: (added: ResponseOf<typeof createFlowTrigger>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['automation', 'shell']);
  const { data: flow } = useApiQuery(getFlow, { params: { flowId } });
  const [inputs, setInputs] = useState<FlowFormValues>({});
  const form = useApiForm(createFlowTrigger, {
    initialValues: {
      name: '',
      kind: 'schedule' as FlowTrigger['settings']['kind'],
      repeat: 'daily' as ScheduleTime['repeat'],
      time: '06:00',
      days: ['1'],
      cron: '0 6 * * 1-5',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      question: '',
      perMinute: 60 as number | string,
    },
    params: { flowId },
    toBody: ({ name, kind, timeZone, question, perMinute, ...time }) => {
      const settings: FlowTriggerSettings =
        kind === 'schedule'
          ? { kind, cron: toCron(time), timeZone, question, inputs }
          : { kind, perMinute: Number(perMinute) };
      return { name: name.trim(), settings };
    },
    fieldOf: (path) => path.replace(/^settings\./, ''),
    errorFields: { 'flow_trigger.wrong_schedule': 'cron', 'flow_trigger.too_often': 'cron' },
    invalidates: [listFlowTriggers],
    successMessage: 'automation:triggers.added',
    onSuccess: onAdded,
  });
  const { kind } = form.values;
  const fields = flow ? beginFieldsOf(flow.graph) : [];
  return (
    <ApiForm form={form} submitLabel={t('triggers.add')} onCancel={onClose}>
      <SegmentedControl
        aria-label={t('triggers.kind')}
        data={(['schedule', 'webhook'] as const).map((value) => ({
          value,
          label: t(`triggers.kinds.${value}`),
        }))}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value as typeof kind)}
      />
      <TextInput label={t('shell:fields.name')} withAsterisk data-autofocus {...form.field('name')} />
      {kind === 'schedule' ? (
        <Schedule form={form} fields={fields} inputs={inputs} onInputs={setInputs} />
      ) : (
        <NumberInput
          label={t('triggers.perMinute')}
          description={t('triggers.perMinuteHint')}
          min={1}
          max={600}
          {...form.field('perMinute')}
        />
      )}
    </ApiForm>
  );
}

type Form = ReturnType<typeof useApiForm<typeof createFlowTrigger, ScheduleTime & Record<string, unknown>>>;

function Schedule({
  form,
  fields,
  inputs,
  onInputs,
}: {
  form: Pick<Form, 'field' | 'setFieldValue'> & { values: ScheduleTime };
  fields: FlowFormInput[];
  inputs: FlowFormValues;
  onInputs: (values: FlowFormValues) => void;
}) {
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
