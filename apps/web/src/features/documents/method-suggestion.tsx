import type { Document, KnowledgeBase } from '@lectern/contract';
import { Alert, CloseButton, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/link.tsx';
import { suggestMethod } from './suggest-method.ts';

type MethodSuggestionProps = { knowledgeBase: KnowledgeBase; documents: readonly Document[] };

/** Where most files are of a kind that has a method of its own, that is said once, quietly. */
export function MethodSuggestion({ knowledgeBase, documents }: MethodSuggestionProps) {
  const { t } = useTranslation('knowledge');
  const { id, chunkMethod } = knowledgeBase;
  const [dismissed, setDismissed] = useLocalStorage<string[]>({
    key: 'method-suggestions-dismissed',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const method = suggestMethod(chunkMethod, documents);
  const key = `${id} ${method}`;
  if (!method || dismissed.includes(key)) return null;
  return (
    <Alert color="gray" role="note" icon={<IconBulb aria-hidden />} mb="md" p="xs">
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">
          {t(`suggestion.${method}`)}{' '}
          <TextLink to="/knowledge/configuration" search={{ id }} size="sm" underline="always">
            {t('suggestion.configure')}
          </TextLink>
        </Text>
        <CloseButton
          size="sm"
          aria-label={t('suggestion.dismiss')}
          // The newest of many bases are enough to remember.
          onClick={() => setDismissed([key, ...dismissed].slice(0, 200))}
        />
      </Group>
    </Alert>
  );
}
