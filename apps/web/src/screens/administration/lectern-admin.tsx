import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CompanyList } from '../../features/administration/companies/company-list.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton, TextLink } from '../../ui/link.tsx';
import type { CompaniesSearch } from './administration-search.ts';

export function Screen() {
  const { t } = useTranslation('administration');
  const { page = 1, company, ...view } = useSearch({ from: '/user-setting/lectern_admin' });
  const navigate = useNavigate();
  const go = (changes: Partial<CompaniesSearch>, replace: boolean) =>
    void navigate({
      to: '/user-setting/lectern_admin',
      search: (before) => ({ ...(before as CompaniesSearch), ...changes }),
      replace,
      resetScroll: changes.page !== undefined,
    });
  const createButton = (
    <LinkButton to="/user-setting/create_company" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('companies.create')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('companies.title')} description={t('companies.text')} actions={createButton} />
      <CompanyList
        view={{ ...view, page }}
        onView={(changes) => go(changes, true)}
        onClear={() => void navigate({ to: '/user-setting/lectern_admin', search: {} })}
        opened={company}
        // The way back closes the details.
        onOpen={(opened) => go({ company: opened }, opened === undefined)}
        createButton={createButton}
        linkToAccounts={({ id }) => (
          <TextLink to="/user-setting/admin_createuser" search={{ companyId: id }} size="sm">
            {t('company.accounts')}
          </TextLink>
        )}
      />
    </>
  );
}
