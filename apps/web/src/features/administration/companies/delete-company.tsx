import type { ManagedCompany } from '@lectern/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedStep } from '../../../ui/feedback/blocked-step.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from '../administration.module.css';
import { TypedNameForm } from './typed-name-form.tsx';
import { useCompanyActions } from './use-companies.ts';

type Props = { company: ManagedCompany; onDone: () => void; onDeleted: () => void };

/** Says what goes with a company; one that is enabled is offered to be disabled first. */
export function DeleteCompany({ company, onDone, onDeleted }: Props) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const [disabled, setDisabled] = useState(!company.enabled);
  const { disable, remove } = useCompanyActions();
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
      name={company.name}
      label={t('deleteCompany.type')}
      confirmLabel={t('deleteCompany.confirm')}
      destructive
      onConfirm={async (name) => {
        await remove.mutateAsync({ params, body: { name } });
        onDeleted();
      }}
      onDone={onDone}
    >
      <div>
        {t('deleteCompany.what')}
        <ul className={classes.things}>
          <li>{t('deleteCompany.things.knowledge')}</li>
          <li>{t('deleteCompany.things.assistants')}</li>
          <li>{t('deleteCompany.things.access')}</li>
          <li>
            {t('deleteCompany.things.accounts', {
              count: company.users,
              users: format.number(company.users),
            })}
          </li>
        </ul>
      </div>
      <Text c="dimmed" size="sm">
        {t('deleteCompany.keeps')}
      </Text>
    </TypedNameForm>
  );
}
