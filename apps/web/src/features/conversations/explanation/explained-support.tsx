import type { AnswerSupport, ClaimStatus } from '@lectern/contract';
import { Box, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { plainText } from '../answer/markdown-blocks.ts';
import { ExplanationSection } from './explanation-section.tsx';

const tones: Record<ClaimStatus, Tone> = {
  supported: 'success',
  partly: 'warning',
  unsupported: 'danger',
  unsourced: 'neutral',
};

/** Every statement of the answer with the verdict on it. */
export function ExplainedSupport({ support, text }: { support: AnswerSupport; text: string }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  return (
    <ExplanationSection
      title={
        support.score === null
          ? t('support.title')
          : t('support.scored', { value: format.percent(support.score) })
      }
      note={t(`support.checkers.${support.checker}`)}
    >
      {support.statements.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('support.none')}
        </Text>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {support.statements.map(({ start, end, status, reason }) => (
          <Box component="li" key={start}>
            <StatusBadge tone={tones[status]}>{t(`support.statuses.${status}`)}</StatusBadge>
            {reason && (
              <Text span size="xs" c="dimmed" ml={8}>
                {t(`support.kinds.${reason}`)}
              </Text>
            )}
            <Text size="sm" mt={2} className="break-anywhere">
              {plainText(text.slice(start, end))}
            </Text>
          </Box>
        ))}
      </Stack>
    </ExplanationSection>
  );
}
