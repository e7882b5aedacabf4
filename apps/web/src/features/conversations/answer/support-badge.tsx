import type { AnswerSupport } from '@lectern/contract';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './support-badge.module.css';

type Props = { support: AnswerSupport; onExplain: () => void };

/** How many statements of an answer their sources support; opens the account of it. */
export function SupportBadge({ support, onExplain }: Props) {
  const { t } = useTranslation('chat');
  const total = support.statements.length;
  if (total === 0) return null;
  const supported = support.statements.filter(({ status }) => status === 'supported').length;
  const wrong = support.statements.some(({ status }) => status === 'unsupported');
  const complete = supported === total;
  const tone = complete ? 'success' : wrong ? 'danger' : 'warning';
  const Shape = complete ? IconShieldCheck : IconShieldExclamation;
  return (
    <Tooltip label={t('explanation.open')} openDelay={400}>
      <UnstyledButton className={classes.badge} onClick={onExplain}>
        <Shape size={15} stroke={1.7} color={`var(--${tone})`} data-tone={tone} aria-hidden />
        {complete ? t('support.all', { count: total }) : t('support.some', { supported, count: total })}
      </UnstyledButton>
    </Tooltip>
  );
}
