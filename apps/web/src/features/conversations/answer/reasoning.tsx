import { Box, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../pane/messages.module.css';

/** What the model thought before it answered; closed unless opened. */
export function Reasoning({ text, thinking }: { text: string; thinking: boolean }) {
  const { t } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <Box mb={8}>
      <UnstyledButton
        className={classes.reasoningToggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={1.8} data-open={isOpen || undefined} aria-hidden />
        {thinking ? t('messages.reasoningNow') : t('messages.reasoning')}
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={classes.reasoningText}>
          {text.trim()}
        </div>
      )}
    </Box>
  );
}
