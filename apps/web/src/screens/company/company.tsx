import { getCompany } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { CompanyForm } from '../../features/companies/company-form.tsx';
import { PackageCard } from '../../features/companies/package-card.tsx';
import { PublicLinksCard } from '../../features/companies/public-links-card.tsx';
import { TwoFactorCard } from '../../features/companies/two-factor-card.tsx';
import { SsoCard } from '../../features/sso/sso-card.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Screen() {
  const { t } = useTranslation(['company', 'shell']);
  const me = useMe();
  const company = useApiQuery(getCompany, {});
  return (
    <>
      <PageHeader
        title={
          me.company.kind === 'personal'
            ? t('shell:settings.workspaceSettings')
            : t('shell:settings.companySettings')
        }
        description={t('settings.text')}
      />
      <QueryBoundary query={company} skeleton={<SkeletonList rows={3} height={160} />}>
        {(data) => (
          <div>
            <CompanyForm key={data.id} company={data} />
            <PackageCard company={data} />
            <TwoFactorCard company={data} />
            <PublicLinksCard company={data} />
            <SsoCard />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}
