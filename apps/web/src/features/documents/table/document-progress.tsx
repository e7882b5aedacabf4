import type { Document } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/display/facts.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './document-status.module.css';
import { useProgressText } from './use-progress-text.ts';

/** What happened to a document while it was parsed, line by line with its time. */
export function DocumentProgress({ document }: { document: Document }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const describe = useProgressText();
  const { processBeginAt, processDurationMs, messages, error } = document;
  return (
    <div className={classes.progress}>
      <Facts
        fz="xs"
        items={[
          processBeginAt !== null && [t('status.begun'), format.dateTime(processBeginAt)],
          processDurationMs !== null && [t('status.duration'), format.duration(processDurationMs)],
          document.pageCount !== null && [t('status.pages'), format.number(document.pageCount)],
        ]}
      />
      {error && (
        <Text size="sm" c="var(--danger)" mt={8}>
          {error.message}
        </Text>
      )}
      {messages.length > 0 && (
        <ol className={classes.messages}>
          {messages.map((message) => (
            <li
              key={`${message.at}${message.key}${JSON.stringify(message.details)}`}
              data-remark={/^(warning|note)\./.test(message.key) || undefined}
            >
              <time dateTime={message.at}>{format.time(message.at)}</time>
              <span>{describe(message)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
