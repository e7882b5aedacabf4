import type { Assistant } from '@lectern/contract';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LinkButton } from '../../../ui/link.tsx';
import classes from '../form/assistant-form.module.css';

type Props = {
  assistantId: string;
  draft: NonNullable<Assistant['draft']>;
  version: number;
  onCompare: () => void;
};

/** Tells that the form shows settings that nobody else gets yet. */
export function DraftNotice({ assistantId, draft, version, onCompare }: Props) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  return (
    <Group className={classes.draftNotice} justify="space-between" gap="xs">
      <Text size="sm" flex="1 1 16rem">
        {t('versions.editing', {
          version,
          name: draft.savedByName,
          date: format.dateTime(draft.savedAt),
        })}
      </Text>
      <LinkButton to="/assistant/evaluation" search={{ id: assistantId }} size="compact-sm" variant="default">
        {t('versions.test')}
      </LinkButton>
      <Button size="compact-sm" variant="default" onClick={onCompare}>
        {t('versions.compare')}
      </Button>
    </Group>
  );
}
