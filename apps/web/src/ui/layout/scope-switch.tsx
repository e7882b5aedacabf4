import type { Permission } from '@lectern/contract';
import { SegmentedControl } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';

type ScopeSwitchProps = { own: string; all: string; permission: Permission };

/** Between the own company and all companies, for those who may see all. */
export function ScopeSwitch({ own, all, permission }: ScopeSwitchProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (!usePermission(permission)) return null;
  return (
    <SegmentedControl
      aria-label={t('settings.scope')}
      value={pathname}
      onChange={(to) => void navigate({ to })}
      data={[
        { value: all, label: t('settings.scopeAll') },
        { value: own, label: t('settings.scopeOwn') },
      ]}
    />
  );
}
