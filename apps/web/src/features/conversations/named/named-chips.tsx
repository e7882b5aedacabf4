import type { Message } from '@lectern/contract';
import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import chips from '../chips.module.css';
import type { NamedDocuments } from './use-named-documents.ts';

/** The documents that the next question is limited to. */
export function NamedChips({ named }: { named: NamedDocuments }) {
  const { t } = useTranslation('chat');
  if (named.documents.length === 0) return null;
  return (
    <ul className={chips.list} aria-label={t('named.limitedTo')}>
      {named.documents.map(({ id, name }) => (
        <li key={id} className={chips.chip}>
          <span className={chips.name}>@{name}</span>
          <CloseButton size="xs" aria-label={t('named.remove', { name })} onClick={() => named.remove(id)} />
        </li>
      ))}
    </ul>
  );
}

/** The documents that a question was limited to. */
export function AskedDocuments({ documents }: { documents: Message['documents'] }) {
  const { t } = useTranslation('chat');
  if (documents.length === 0) return null;
  return (
    <ul className={chips.asked} aria-label={t('named.limitedTo')}>
      {documents.map(({ id, name }) => (
        <li key={id} className={chips.chip}>
          <span className={chips.name}>@{name}</span>
        </li>
      ))}
    </ul>
  );
}
