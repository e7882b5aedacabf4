import { Box, NativeSelect, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Composer } from '../pane/composer.tsx';
import { SuggestedQuestions } from './suggested-questions.tsx';
import { useAssistantsToAsk } from './use-assistants-to-ask.ts';

/** Asks all knowledge bases, or an assistant; nothing while there is nobody to ask. */
export function QuestionBox({ onAsk }: { onAsk: (assistantId: string, question: string) => void }) {
  const { t } = useTranslation('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosenId, setChosenId] = useState<string>();
  const { items = [] } = useAssistantsToAsk();
  const target = items.find(({ id }) => id === chosenId) ?? items[0];
  if (!target) return null;
  const ask = (question: string) => onAsk(target.id, question);
  return (
    <Stack gap="md" mb="xl" component="section" aria-label={t('ask.title')}>
      <Composer
        fieldRef={field}
        assistant={target}
        roomy
        streaming={false}
        mayStop={false}
        onSend={(question) => {
          ask(question);
          return true;
        }}
        onStop={() => undefined}
        start={
          items.length > 1 && (
            <NativeSelect
              variant="unstyled"
              size="xs"
              aria-label={t('ask.target')}
              value={target.id}
              onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
              data={items.map(({ id, name }) => ({ value: id, label: name }))}
              rightSection={<IconChevronDown size={14} aria-hidden />}
              maw={280}
            />
          )
        }
      />
      <Box>
        <SuggestedQuestions key={target.id} assistantId={target.id} onAsk={ask} />
      </Box>
    </Stack>
  );
}
