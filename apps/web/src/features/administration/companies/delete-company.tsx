import { deleteCompany, type ManagedCompany } from '@lectern/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedStep } from '../../../ui/feedback/blocked-step.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TypedNameForm } from './typed-name-form.tsx';
import { companyQueries, useCompanyActions } from './use-companies.ts';

type Props = { company: ManagedCompany; onDone: () => void; onDeleted: () => void };

/** Says what is deleted with a company; an enabled one must be disabled first. */
export function DeleteCompany({ company, onDone, onDeleted }: Props) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const [disabled, setDisabled] = useState(!company.enabled);
  const { disable } = useCompanyActions();
  const params = { companyId: company.id };
  if (!disabled)
    return (
      <BlockedStep
        title={t('deleteCompany.mustDisable')}
        onClose={onDone}
        action={
          <Button
            color="red.9"
            loading={disable.isPending}
            onClick={() => disable.mutate({ params }, { onSuccess: () => setDisabled(true) })}
          >
            {t('deleteCompany.disable')}
          </Button>
        }
      >
        {t('deleteCompany.mustDisableText', { name: company.name })}
      </BlockedStep>
    );
  return (
    <TypedNameForm
      endpoint={deleteCompany}
      params={params}
      invalidates={companyQueries}
      successMessage="administration:companies.deletedToast"
      name={company.name}
      label={t('deleteCompany.type')}
      confirmLabel={t('deleteCompany.confirm')}
      destructive
      onConfirmed={() => {
        onDeleted();
        onDone();
      }}
      onCancel={onDone}
    >
      <div>
        {t('deleteCompany.what')}
        <Stack component="ul" gap={4} mt={6} mx={0} mb={0} pl={20}>
          <li>{t('deleteCompany.things.knowledge')}</li>
          <li>{t('deleteCompany.things.assistants')}</li>
          <li>{t('deleteCompany.things.access')}</li>
          <li>
            {t('deleteCompany.things.accounts', {
              count: company.users,
              users: format.number(company.users),
            })}
          </li>
        </Stack>
      </div>
      <Text c="dimmed" size="sm">
        {t('deleteCompany.keeps')}
      </Text>
    </TypedNameForm>
  );
}
