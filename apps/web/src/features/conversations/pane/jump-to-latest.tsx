import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './chat-pane.module.css';

export function JumpToLatest({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  const { t } = useTranslation('chat');
  if (!shown) return null;
  return (
    <Button
      className={classes.jump}
      size="compact-sm"
      radius="xl"
      variant="default"
      leftSection={<IconArrowDown size={14} stroke={1.8} />}
      onClick={onClick}
    >
      {t('messages.latest')}
    </Button>
  );
}
