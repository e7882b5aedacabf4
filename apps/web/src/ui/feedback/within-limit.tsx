import { getCompanyLimits, levels, type Me, type QuotaKey } from '@lectern/contract';
import { Box, type MantineSpacing, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { LinkButton } from '../link.tsx';
import { BlockedStep } from './blocked-step.tsx';
import { useLimitText } from './limit-bar.tsx';

/** Whom to ask for a larger package. */
export function whoRaisesLimits({ level, company }: Me): 'administrator' | 'own' | 'company' {
  if (level >= levels.ADMIN) return 'administrator';
  return company.level >= levels.COMPANY || company.kind === 'personal' ? 'own' : 'company';
}

/** A form that uses up a limit; in its place, once the limit is reached, what is used and how to get more. */
export function WithinLimit({
  quota,
  onClose,
  children,
  p,
}: {
  quota: QuotaKey;
  onClose?: () => void;
  children: ReactNode;
  p?: MantineSpacing;
}) {
  const { t } = useTranslation('shell');
  const me = useMe();
  const textOf = useLimitText();
  const { data } = useApiQuery(getCompanyLimits, {});
  const limit = data?.limits.find((one) => one.quota === quota);
  const isFull = limit !== undefined && limit.max !== null && limit.used >= limit.max;
  // A form that is being filled in, or that just took the last place, stays.
  const [isOpen, setOpen] = useState(false);
  if (limit && !isFull && !isOpen) setOpen(true);
  if (!isFull || isOpen) return children;
  const whom = whoRaisesLimits(me);
  return (
    <Box p={p}>
      <BlockedStep
        title={t('limits.fullTitle')}
        onClose={onClose}
        action={
          whom === 'administrator' && (
            <LinkButton to="/user-setting/lectern_packages">{t('settings.packages')}</LinkButton>
          )
        }
      >
        <Stack gap="sm">
          <Text size="sm">{t(`limits.full.${quota}`, { amount: textOf(limit) })}</Text>
          <Text size="sm" c="dimmed">
            {t(`limits.more.${whom}`)}
          </Text>
        </Stack>
      </BlockedStep>
    </Box>
  );
}
