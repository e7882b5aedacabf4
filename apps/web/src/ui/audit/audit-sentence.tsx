import type { AuditChange, AuditEntry } from '@lectern/contract';
import { Badge, Box, Flex, Tooltip } from '@mantine/core';
import { IconKey, IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { memberLevelKey } from '../display/member-level.ts';
import { useFormat } from '../format/use-format.ts';
import classes from './audit.module.css';
import { outcomeOf, useAuditAction } from './audit-action.ts';

/**
 * “Alice created a user: bob@example.com”, and below it how and as whom. Of an administrator who acted as the company
 * the sentence says that it was them: the member whose place they took did nothing.
 */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const actionOf = useAuditAction();
  const outcome = outcomeOf(entry);
  const what = actionOf(entry.action);
  // What was refused or failed did not happen, and must not read as if it had.
  const action = outcome === 'refused' || outcome === 'failed' ? t('attempted', { action: what }) : what;
  return (
    <Box miw={0}>
      <p className={classes.words}>
        <strong>{(entry.impersonatedBy ?? entry.accountName) || t('someone')}</strong>{' '}
        {entry.subject === '' ? action : t('about', { action, subject: entry.subject })}
      </p>
      {(entry.impersonatedBy !== null || entry.via === 'api_token') && (
        <Flex wrap="wrap" gap={6} mt={6}>
          {entry.impersonatedBy !== null && (
            <Badge
              color="yellow"
              leftSection={<IconUserShield size={13} aria-hidden />}
              classNames={{ root: classes.mark, label: classes.markLabel }}
            >
              {t('actingAs', { name: entry.accountName })}
            </Badge>
          )}
          {entry.via === 'api_token' && (
            <Badge color="gray" leftSection={<IconKey size={13} aria-hidden />}>
              {t('viaToken')}
            </Badge>
          )}
        </Flex>
      )}
      <Changes entry={entry} />
    </Box>
  );
}

/** Old and new values where they were kept, then the names of the other fields that were sent. */
function Changes({ entry: { action, changes, fields } }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const format = useFormat();
  if (!/^(update|change)/.test(action)) return null;
  const write = (field: string, value: AuditChange['to']) => {
    if (value === null) return t(/^(max|yearlyMax)/.test(field) ? 'unlimited' : 'noValue');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (value === 'everyone' || value === 'chosen') return t(`values.${value}`);
    if (typeof value === 'string') return value;
    return /level$/i.test(field) ? t(`levels.${memberLevelKey(value)}`) : format.number(value);
  };
  const nameOf = (field: string) => {
    const key = `fieldNames.${field}` as 'fieldNames.name';
    return i18n.exists(key, { ns: 'audit' }) ? t(key) : inWords(field);
  };
  const others = fields.filter((field) => !changes.some((change) => change.field === field));
  return (
    <>
      {changes.map(({ field, from, to }) => (
        <p key={field} className={classes.fields}>
          {t('change', { field: nameOf(field), from: write(field, from), to: write(field, to) })}
        </p>
      ))}
      {changes.length === 0 && others.length > 0 && (
        <p className={classes.fields}>{t('fields', { fields: others.map(nameOf).join(', ') })}</p>
      )}
    </>
  );
}

/** `requireTwoFactor` as `require two factor`. */
function inWords(field: string): string {
  return field.replace(/_|(?=[A-Z])/g, ' ').toLowerCase();
}

const outcomeColors = { done: 'green', refused: 'yellow', failed: 'red', unfinished: 'gray' };

export function AuditOutcomeBadge({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const outcome = outcomeOf(entry);
  const why = { code: entry.errorCode ?? '', status: entry.status };
  const explanation = {
    done: undefined,
    refused: t('refusedBecause', why),
    failed: t('failedBecause', why),
    unfinished: t('unfinishedText'),
  }[outcome];
  return (
    <Tooltip label={explanation} disabled={explanation === undefined} multiline maw={320}>
      <Badge color={outcomeColors[outcome]} tabIndex={explanation === undefined ? undefined : 0}>
        {t(outcome)}
      </Badge>
    </Tooltip>
  );
}
