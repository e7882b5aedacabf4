import type { Message } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { FormatIcon } from '../../../ui/display/format-icon.tsx';
import { TextLink } from '../../../ui/link.tsx';
import chips from '../chips.module.css';
import classes from './files.module.css';

/** The files that came with a question; each opens by itself. */
export function AskedFiles({ files }: { files: Message['files'] }) {
  const { t } = useTranslation('share');
  if (files.length === 0) return null;
  return (
    <ul className={chips.asked} aria-label={t('files.asked')}>
      {files.map(({ documentId, name, format }) => (
        <li key={documentId}>
          <TextLink
            to="/document/$documentId"
            params={{ documentId }}
            target="_blank"
            rel="noopener"
            className={chips.chip}
            c="inherit"
            underline="never"
          >
            <span className={classes.icon}>
              <FormatIcon format={format} />
            </span>
            <span className={chips.name}>{name}</span>
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
