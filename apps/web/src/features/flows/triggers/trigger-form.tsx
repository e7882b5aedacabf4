import {
  createFlowTrigger,
  type FlowTrigger,
  type FlowTriggerSettings,
  getFlow,
  listFlowTriggers,
  type ResponseOf,
  updateFlowTrigger,
} from '@lectern/contract';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import type { FlowFormValues } from '../../../ui/form/flow-form-fields.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { beginFieldsOf } from '../run/begin-fields.ts';
import { fromCron, toCron } from './cron.ts';
import { TriggerFields, type TriggerValues } from './trigger-fields.tsx';

const newValues = (): TriggerValues => ({
  name: '',
  kind: 'schedule',
  ...fromCron('0 6 * * *'),
  cron: '0 6 * * 1-5',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  question: '',
  perMinute: 60,
});

function valuesOf({ name, settings }: FlowTrigger): TriggerValues {
  const values = { ...newValues(), name, kind: settings.kind };
  if (settings.kind === 'webhook') return { ...values, perMinute: settings.perMinute };
  const { cron, timeZone, question } = settings;
  return { ...values, ...fromCron(cron), timeZone, question };
}

function toSettings(
  { kind, timeZone, question, perMinute, ...time }: TriggerValues,
  inputs: FlowFormValues,
): FlowTriggerSettings {
  return kind === 'schedule'
    ? { kind, cron: toCron(time), timeZone, question, inputs }
    : { kind, perMinute: Number(perMinute) };
}

const sent = {
  fieldOf: (path: string) => path.replace(/^settings\./, ''),
  errorFields: { 'flow_trigger.wrong_schedule': 'cron', 'flow_trigger.too_often': 'cron' },
  invalidates: [listFlowTriggers],
} as const;

/** A new schedule or webhook. */
export function NewTriggerForm({
  flowId,
  onAdded,
  onClose,
}: {
  flowId: string;
  onAdded: (added: ResponseOf<typeof createFlowTrigger>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('automation');
  const [inputs, setInputs] = useState<FlowFormValues>({});
  const form = useApiForm(createFlowTrigger, {
    ...sent,
    initialValues: newValues(),
    params: { flowId },
    toBody: (values) => ({ name: values.name.trim(), settings: toSettings(values, inputs) }),
    successMessage: 'automation:triggers.added',
    onSuccess: onAdded,
  });
  return (
    <ApiForm form={form} submitLabel={t('triggers.add')} onCancel={onClose}>
      <SegmentedControl
        aria-label={t('triggers.kind')}
        data={(['schedule', 'webhook'] as const).map((value) => ({
          value,
          label: t(`triggers.kinds.${value}`),
        }))}
        value={form.values.kind}
        onChange={(value) => form.setFieldValue('kind', value as FlowTriggerSettings['kind'])}
      />
      <TriggerFields form={form} fields={useFieldsOf(flowId)} inputs={inputs} onInputs={setInputs} />
    </ApiForm>
  );
}

/** What is set for one that there is; its kind stays. */
export function EditTriggerForm({ trigger, onClose }: { trigger: FlowTrigger; onClose: () => void }) {
  const { settings } = trigger;
  const [inputs, setInputs] = useState<FlowFormValues>(settings.kind === 'schedule' ? settings.inputs : {});
  const form = useApiForm(updateFlowTrigger, {
    ...sent,
    initialValues: valuesOf(trigger),
    params: { flowTriggerId: trigger.id },
    toBody: (values) => ({ name: values.name.trim(), settings: toSettings(values, inputs) }),
    successMessage: 'automation:triggers.changed',
    onSuccess: onClose,
  });
  return (
    <ApiForm form={form} onCancel={onClose}>
      <TriggerFields form={form} fields={useFieldsOf(trigger.flowId)} inputs={inputs} onInputs={setInputs} />
    </ApiForm>
  );
}

/** What the flow asks for before it starts. */
function useFieldsOf(flowId: string) {
  const { data: flow } = useApiQuery(getFlow, { params: { flowId } });
  return flow ? beginFieldsOf(flow.graph) : [];
}
