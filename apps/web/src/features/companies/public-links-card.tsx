import { type CompanySettings, getCompany, listCompanyAudit, updateCompany } from '@lectern/contract';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** Whether members may share conversations with people outside the company. */
export function PublicLinksCard({ company }: { company: CompanySettings }) {
  const { t } = useTranslation('company');
  const save = useApiMutation(updateCompany, {
    invalidates: [getCompany, listCompanyAudit],
    successMessage: 'company:settings.publicLinksSaved',
  });
  return (
    <SectionCard title={t('settings.sharing')}>
      <Switch
        label={t('settings.publicLinks')}
        description={t('settings.publicLinksText')}
        checked={company.publicLinks}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ body: { publicLinks: event.currentTarget.checked } })}
      />
    </SectionCard>
  );
}
