import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './markdown.module.css';

/** Code with a button that copies it. */
export function CodeBlock({ children, ...rest }: ComponentProps<'pre'>) {
  const { t } = useTranslation('shell');
  const clipboard = useClipboard({ timeout: 1_500 });
  const block = useRef<HTMLPreElement>(null);
  const label = clipboard.copied ? t('copied') : t('actions.copy');
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard. */}
      <pre {...rest} ref={block} tabIndex={0}>
        {children}
      </pre>
      <Tooltip label={label}>
        <ActionIcon
          className={classes.copy}
          variant="default"
          size="sm"
          aria-label={label}
          onClick={() => clipboard.copy(block.current?.textContent ?? '')}
        >
          {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
