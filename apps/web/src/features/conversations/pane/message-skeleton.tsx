import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './messages.module.css';

export function MessageSkeleton() {
  const { t } = useTranslation('chat');
  return (
    <div role="status" aria-busy="true" aria-label={t('common.loading')}>
      <div className={classes.question}>
        <Skeleton height={42} width="55%" radius="lg" />
      </div>
      <Skeleton height={28} width={28} mb="sm" />
      {['96%', '88%', '92%', '60%'].map((width) => (
        <Skeleton key={width} height={12} width={width} mb={10} />
      ))}
    </div>
  );
}
