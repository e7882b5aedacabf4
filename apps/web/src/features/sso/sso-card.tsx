import { deleteCompanySso, getCompanySso, listCompanyAudit } from '@lectern/contract';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { SsoForm } from './sso-form.tsx';

/** Whether the company has a sign-in provider of its own, and its settings. */
export function SsoCard() {
  const { t } = useTranslation('company');
  const query = useApiQuery(getCompanySso, {});
  const [settingUp, setSettingUp] = useState(false);
  const remove = useApiMutation(deleteCompanySso, {
    invalidates: [getCompanySso, listCompanyAudit],
    successMessage: 'company:sso.deleted',
    handlesError: true,
    onSuccess: () => setSettingUp(false),
  });
  const sso = query.data?.sso;
  const askToDelete = () =>
    openConfirmModal({
      title: t('sso.deleteTitle'),
      text: t('sso.deleteText'),
      confirmLabel: t('sso.delete'),
      onConfirm: () => remove.mutateAsync({}),
    });
  return (
    <SectionCard
      title={t('sso.title')}
      description={t('sso.text')}
      action={
        sso && (
          <Group gap="sm">
            <Badge color={sso.enabled ? 'green' : 'gray'}>{sso.enabled ? t('sso.on') : t('sso.off')}</Badge>
            <Button size="compact-sm" variant="subtle" color="red" onClick={askToDelete}>
              {t('sso.delete')}
            </Button>
          </Group>
        )
      }
    >
      <QueryBoundary query={query} skeleton={<SkeletonText lines={5} />}>
        {(data) =>
          data.sso || settingUp ? (
            <SsoForm key={data.sso ? 'stored' : 'new'} sso={data.sso} redirectUrl={data.redirectUrl} />
          ) : (
            <Group justify="space-between" gap="md">
              <Text c="dimmed">{t('sso.none')}</Text>
              <Button variant="default" onClick={() => setSettingUp(true)}>
                {t('sso.setUp')}
              </Button>
            </Group>
          )
        }
      </QueryBoundary>
    </SectionCard>
  );
}
