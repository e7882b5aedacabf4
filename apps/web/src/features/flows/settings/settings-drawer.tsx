import { type FlowGraph, flowLimits, getPublicSettings } from '@lectern/contract';
import { Drawer, NumberInput, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { VariableList } from './variable-list.tsx';

type Props = {
  graph: FlowGraph;
  onChange: (edit: (graph: FlowGraph) => FlowGraph) => void;
};

/** What belongs to the flow as a whole: its variables, and what a run may use. */
export function SettingsDrawer({
  opened,
  onClose,
  ...props
}: Props & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('flows');
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={480} title={t('settings.title')}>
      {opened && (
        <Stack gap="xl">
          <Section title={t('settings.variables')} text={t('settings.variablesText')}>
            <VariableList
              variables={props.graph.variables}
              onChange={(variables) => props.onChange((now) => ({ ...now, variables }))}
            />
          </Section>
          <Section title={t('settings.bounds')} text={t('settings.boundsText')}>
            <Bounds {...props} />
          </Section>
        </Stack>
      )}
    </Drawer>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section>
      <Text component="h3" fw={600} m={0}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      {children}
    </section>
  );
}

function Bounds({ graph: { bounds }, onChange }: Props) {
  const { t } = useTranslation('flows');
  const { data } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  const set = (changes: Partial<FlowGraph['bounds']>) =>
    onChange((now) => ({ ...now, bounds: { ...now.bounds, ...changes } }));
  const whole = (value: string | number, most: number) =>
    Math.min(most, Math.max(1, Math.round(Number(value))));
  const counts = [
    ['steps', flowLimits.maxSteps],
    ['tokens', flowLimits.maxTokens],
    ['minutes', flowLimits.maxMinutes],
  ] as const;
  return (
    <Stack gap="sm">
      {counts.map(([name, most]) => (
        <NumberInput
          key={name}
          label={t(`settings.${name}`)}
          description={t(`settings.${name}Hint`)}
          min={1}
          max={most}
          allowDecimal={false}
          value={bounds[name]}
          onChange={(value) => Number(value) >= 1 && set({ [name]: whole(value, most) })}
        />
      ))}
      <NumberInput
        label={t('settings.price', { currency: data?.currency ?? '' })}
        description={t('settings.priceHint')}
        min={0}
        max={10_000}
        decimalScale={4}
        value={bounds.price ?? ''}
        onChange={(value) => set({ price: value === '' ? null : Math.min(10_000, Number(value)) })}
      />
    </Stack>
  );
}
