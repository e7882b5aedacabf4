import {
  type CompanySettings,
  getCompany,
  getPublicSettings,
  listCompanyAudit,
  updateCompany,
} from '@lectern/contract';
import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** Whether every sign-in to the company asks for a mailed code. */
export function TwoFactorCard({ company }: { company: CompanySettings }) {
  const { t } = useTranslation('company');
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: 5 * 60_000 });
  const save = useApiMutation(updateCompany, {
    invalidates: [getCompany, listCompanyAudit],
    successMessage: 'company:settings.twoFactorSaved',
    handlesError: true,
  });
  const ask = (requireTwoFactor: boolean) =>
    openConfirmModal({
      title: requireTwoFactor ? t('settings.requireTitle') : t('settings.releaseTitle'),
      text: requireTwoFactor ? (
        <Stack gap="sm">
          <Text>{t('settings.requireText')}</Text>
          {settings?.mailConfigured === false && (
            <Alert color="yellow" role="note">
              {t('settings.requireNoMail')}
            </Alert>
          )}
        </Stack>
      ) : (
        t('settings.releaseText')
      ),
      confirmLabel: requireTwoFactor ? t('settings.require') : t('settings.release'),
      destructive: false,
      onConfirm: () => save.mutateAsync({ body: { requireTwoFactor } }),
    });
  return (
    <SectionCard title={t('settings.security')}>
      <Switch
        label={t('settings.requireTwoFactor')}
        description={t('settings.requireTwoFactorText')}
        checked={company.requireTwoFactor}
        onChange={(event) => ask(event.currentTarget.checked)}
      />
    </SectionCard>
  );
}
