import type { AnswerExplanation } from '@lectern/contract';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { ExplanationSection } from './explanation-section.tsx';

type Props = Pick<AnswerExplanation, 'steps' | 'currency'>;

/** What each step took: time, model, tokens and price. */
export function ExplainedSteps({ steps, currency }: Props) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const total = (count: (step: Props['steps'][number]) => number) =>
    steps.reduce((sum, step) => sum + count(step), 0);
  const priced = steps.some(({ cost }) => cost !== null);
  const money = (cost: number | null) => (cost === null ? '–' : format.smallMoney(cost, currency));
  const rows = steps.map((step, place) => ({ ...step, key: `${place}` }));
  return (
    <ExplanationSection title={t('explanation.steps')}>
      <Table fz="sm" className="numeric" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('explanation.step')}</Table.Th>
            <Table.Th ta="right">{t('explanation.time')}</Table.Th>
            <Table.Th ta="right">{t('explanation.tokens')}</Table.Th>
            {priced && <Table.Th ta="right">{t('explanation.cost')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((step) => (
            <Table.Tr key={step.key}>
              <Table.Td className="break-anywhere">
                {t(`explanation.stepNames.${step.step}`)}
                {step.modelName !== null && (
                  <Text size="xs" c="dimmed">
                    {step.modelName.startsWith('built-in/') ? t('form.builtInName') : step.modelName}
                    {step.insteadOf !== null && ` ${t('explanation.insteadOf', { other: step.insteadOf })}`}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">{format.duration(step.durationMs)}</Table.Td>
              <Table.Td ta="right">{format.number(step.promptTokens + step.completionTokens)}</Table.Td>
              {priced && <Table.Td ta="right">{money(step.cost)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t('explanation.total')}</Table.Th>
            <Table.Th ta="right">{format.duration(total(({ durationMs }) => durationMs))}</Table.Th>
            <Table.Th ta="right">
              {format.number(total((step) => step.promptTokens + step.completionTokens))}
            </Table.Th>
            {priced && <Table.Th ta="right">{money(total(({ cost }) => cost ?? 0))}</Table.Th>}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ExplanationSection>
  );
}
