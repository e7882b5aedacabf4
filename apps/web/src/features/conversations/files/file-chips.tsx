import { ActionIcon, FileButton, Loader, Progress, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPaperclip, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormatIcon } from '../../../ui/display/format-icon.tsx';
import chips from '../chips.module.css';
import classes from './files.module.css';
import type { ConversationFiles } from './use-conversation-files.ts';

/** Chooses files to come with the question. */
export function AttachButton({ files }: { files: ConversationFiles }) {
  const { t } = useTranslation('share');
  return (
    <FileButton multiple accept={files.accept} onChange={files.add}>
      {(props) => (
        <Tooltip label={t('files.attach')}>
          <ActionIcon {...props} size={36} aria-label={t('files.attach')}>
            <IconPaperclip size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}

/** The files that come with the next question, and what became of each. */
export function FileChips({ files }: { files: ConversationFiles }) {
  const { t } = useTranslation('share');
  if (files.files.length + files.uploads.length === 0) return null;
  return (
    <ul className={chips.list} aria-label={t('files.list')}>
      {files.files.map(({ id, name, format, status, percent, error }) => (
        <Chip
          key={id}
          name={name}
          icon={<FormatIcon format={format} />}
          error={error?.message ?? null}
          progress={status === 3 || error ? null : { share: percent / 100, text: t('files.reading') }}
          onRemove={() => files.remove(id)}
        />
      ))}
      {files.uploads.map(({ key, name, share, error }) => (
        <Chip
          key={`upload ${key}`}
          name={name}
          icon={<Loader size={14} />}
          error={error}
          progress={error ? null : { share, text: t('files.sending') }}
          onRemove={error ? () => files.dismiss(key) : undefined}
        />
      ))}
    </ul>
  );
}

type ChipProps = {
  name: string;
  icon: ReactNode;
  error: string | null;
  progress: { share: number; text: string } | null;
  onRemove?: (() => void) | undefined;
};

function Chip({ name, icon, error, progress, onRemove }: ChipProps) {
  const { t } = useTranslation('share');
  return (
    <li className={chips.chip} data-failed={error !== null || undefined}>
      <span className={classes.icon}>
        {error === null ? icon : <IconAlertTriangle size={16} stroke={1.7} aria-hidden />}
      </span>
      <span className={classes.words}>
        <span className={chips.name}>{name}</span>
        {error !== null && (
          <span className={classes.error} role="alert">
            {error}
          </span>
        )}
        {progress && (
          <span className={classes.state} role="status">
            {progress.text}
            <Progress value={progress.share * 100} size={3} mt={3} aria-label={progress.text} />
          </span>
        )}
      </span>
      {onRemove && (
        <ActionIcon size="sm" aria-label={t('files.remove', { name })} onClick={onRemove}>
          <IconX size={14} stroke={1.8} />
        </ActionIcon>
      )}
    </li>
  );
}
