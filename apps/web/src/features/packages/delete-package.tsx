import type { CompanyPackage } from '@lectern/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { BlockedStep } from '../../ui/feedback/blocked-step.tsx';
import { DialogActions } from '../../ui/form/dialog-actions.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { usePackageActions } from './use-packages.ts';

type Props = { existing: CompanyPackage; onDone: () => void; onShowCompanies: () => void };

/** Deletes a package, or says everything that prevents it. */
export function DeletePackage({ existing, onDone, onShowCompanies }: Props) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const [enabled, setEnabled] = useState(existing.enabled);
  const { disable, remove } = usePackageActions();
  const params = { packageId: existing.id };
  const inUse = existing.companyCount > 0;
  const failure = remove.error ?? disable.error;
  if (existing.isSignUpDefault || inUse || enabled)
    return (
      <BlockedStep
        title={t('deletePackage.blocked', { name: existing.name })}
        onClose={onDone}
        action={
          enabled && !existing.isSignUpDefault && !inUse ? (
            <Button
              color="red.9"
              loading={disable.isPending}
              onClick={() => disable.mutate({ params }, { onSuccess: () => setEnabled(false) })}
            >
              {t('deletePackage.disable')}
            </Button>
          ) : (
            inUse && <Button onClick={onShowCompanies}>{t('deletePackage.showCompanies')}</Button>
          )
        }
      >
        <Stack gap={6}>
          {existing.isSignUpDefault && <div>{t('deletePackage.isDefault')}</div>}
          {inUse && (
            <div>
              {t('deletePackage.inUse', {
                count: existing.companyCount,
                number: format.number(existing.companyCount),
              })}
            </div>
          )}
          {enabled && !existing.isSignUpDefault && <div>{t('deletePackage.mustDisable')}</div>}
          {failure !== null && <div role="alert">{describeError(failure)}</div>}
        </Stack>
      </BlockedStep>
    );
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('deletePackage.text')}</Text>
      <FormError error={failure} />
      <DialogActions
        destructive
        label={t('deletePackage.confirm')}
        busy={remove.isPending}
        onCancel={onDone}
        onConfirm={() => remove.mutate({ params }, { onSuccess: onDone })}
      />
    </Stack>
  );
}
