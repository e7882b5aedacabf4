import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A value that is there to be taken elsewhere: an address, a generated password, a token. */
export function CopyField({
  label,
  description,
  value,
}: {
  label: string;
  description?: ReactNode;
  value: string;
}) {
  const { t } = useTranslation('shell');
  const clipboard = useClipboard({ timeout: 1_500 });
  const action = clipboard.copied ? t('copied') : t('actions.copy');
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      variant="filled"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <Tooltip label={action}>
          <ActionIcon aria-label={`${action}: ${label}`} onClick={() => clipboard.copy(value)}>
            {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
