import { matchCuratedAnswer } from '@lectern/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';

/** Tells which answer a question would get, without asking it. */
export function TryQuestion({ assistantId }: { assistantId: string }) {
  const { t } = useTranslation('improve');
  const [question, setQuestion] = useState('');
  const match = useApiMutation(matchCuratedAnswer);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') match.mutate({ params: { assistantId }, body: { question } });
  };
  const found = match.data?.match;
  return (
    <form onSubmit={submit} style={{ flex: '1 1 20rem' }}>
      <Group gap="xs" align="flex-end">
        <TextInput
          flex={1}
          miw={180}
          label={t('curated.try')}
          placeholder={t('curated.tryPlaceholder')}
          maxLength={1_000}
          value={question}
          onChange={(event) => {
            setQuestion(event.currentTarget.value);
            match.reset();
          }}
        />
        <Button type="submit" variant="default" loading={match.isPending}>
          {t('curated.tryButton')}
        </Button>
      </Group>
      {match.data && (
        <Text size="sm" mt={6} role="status">
          {found ? t('curated.matches', { question: found.question }) : t('curated.matchesNone')}
        </Text>
      )}
    </form>
  );
}
