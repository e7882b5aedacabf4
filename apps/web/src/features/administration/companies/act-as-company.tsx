import { impersonateCompany, impersonationMinutes, type ManagedCompany } from '@lectern/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startImpersonation } from '../../../api/session.ts';
import { BlockedStep } from '../../../ui/feedback/blocked-step.tsx';
import { TypedNameForm } from './typed-name-form.tsx';
import { useCompanyActions } from './use-companies.ts';

/** Explains impersonation, and starts it once the company's name is typed. */
export function ActAsCompany({ company, onDone }: { company: ManagedCompany; onDone: () => void }) {
  const { t } = useTranslation('administration');
  const [enabled, setEnabled] = useState(company.enabled);
  const { enable } = useCompanyActions();
  const params = { companyId: company.id };
  if (!enabled)
    return (
      <BlockedStep
        title={t('actAs.mustEnable')}
        onClose={onDone}
        action={
          <Button
            loading={enable.isPending}
            onClick={() => enable.mutate({ params }, { onSuccess: () => setEnabled(true) })}
          >
            {t('editCompany.enable')}
          </Button>
        }
      >
        {t('editCompany.mustEnableText', { name: company.name })}
      </BlockedStep>
    );
  return (
    <TypedNameForm
      endpoint={impersonateCompany}
      params={params}
      name={company.name}
      label={t('actAs.type')}
      confirmLabel={t('actAs.confirm')}
      onConfirmed={({ token, me }) => {
        startImpersonation(token, me);
        onDone();
      }}
      onCancel={onDone}
    >
      <div>{t('actAs.text', { minutes: impersonationMinutes })}</div>
      <div>
        {t('actAs.not')}
        <Stack component="ul" gap={4} mt={6} mx={0} mb={0} pl={20}>
          <li>{t('actAs.notThings.passwords')}</li>
          <li>{t('actAs.notThings.secrets')}</li>
          <li>{t('actAs.notThings.administer')}</li>
        </Stack>
      </div>
      <Text c="dimmed" size="sm">
        {t('actAs.recorded')}
      </Text>
    </TypedNameForm>
  );
}
