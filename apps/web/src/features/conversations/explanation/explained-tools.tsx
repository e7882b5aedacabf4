import type { AnswerExplanation } from '@lectern/contract';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../../ui/display/long-text.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { ExplanationSection } from './explanation-section.tsx';

/** Each call of a tool: what was asked of it, what came of it, and how long that took. */
export function ExplainedTools({ calls }: { calls: AnswerExplanation['toolCalls'] }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const rows = calls.map((call, place) => ({ ...call, key: `${place}` }));
  return (
    <ExplanationSection title={t('tools.title')}>
      <Stack gap="md">
        {rows.map(({ key, name, arguments: given, state, result, durationMs }) => (
          <div key={key}>
            <Text size="sm" fw={550} className="break-anywhere">
              {t(`tools.states.${state}`, { name })}{' '}
              <Text span size="xs" c="dimmed">
                {format.duration(durationMs)}
              </Text>
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <LongText lines={4}>{given}</LongText>
            </Text>
            <Text size="sm" mt={4} component="div" style={{ whiteSpace: 'pre-wrap' }}>
              <LongText lines={8}>{result}</LongText>
            </Text>
          </div>
        ))}
      </Stack>
    </ExplanationSection>
  );
}
