import type { AnswerExplanation } from '@lectern/contract';
import { Code, Spoiler, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExplanationSection } from './explanation-section.tsx';

type Props = { prompt: NonNullable<AnswerExplanation['prompt']> };

/** The messages as the model got them. */
export function ExplainedPrompt({ prompt }: Props) {
  const { t } = useTranslation('chat');
  const messages = prompt.map((message, place) => ({ ...message, key: `${place}` }));
  return (
    <ExplanationSection title={t('explanation.prompt')} note={t('explanation.promptText')}>
      <Stack gap="md">
        {messages.map(({ key, role, content }) => (
          <div key={key}>
            <Text size="xs" fw={600} mb={4}>
              {t(`explanation.roles.${role}`)}
            </Text>
            <Spoiler
              maxHeight={180}
              showLabel={t('explanation.showAll')}
              hideLabel={t('explanation.showLess')}
              styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
            >
              <Code block fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {content}
              </Code>
            </Spoiler>
          </div>
        ))}
      </Stack>
    </ExplanationSection>
  );
}
