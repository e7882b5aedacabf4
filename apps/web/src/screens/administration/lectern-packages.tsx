import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PackageList } from '../../features/packages/package-list.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { TextLink } from '../../ui/link.tsx';
import type { PackagesSearch } from './administration-search.ts';

export function Screen() {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const { page = 1, ...view } = useSearch({ from: '/user-setting/lectern_packages' });
  const navigate = useNavigate();
  return (
    <PackageList
      view={{ ...view, page }}
      onView={(changes) =>
        void navigate({
          to: '/user-setting/lectern_packages',
          search: (before) => ({ ...(before as PackagesSearch), ...changes }),
          replace: true,
          resetScroll: changes.page !== undefined,
        })
      }
      onClear={() => void navigate({ to: '/user-setting/lectern_packages', search: {} })}
      linkToCompanies={({ id, companyCount }) => (
        <TextLink to="/user-setting/lectern_admin" search={{ packageId: id }} size="sm">
          {t('packages.companies', { count: companyCount, number: format.number(companyCount) })}
        </TextLink>
      )}
      onShowCompanies={({ id }) =>
        void navigate({ to: '/user-setting/lectern_admin', search: { packageId: id } })
      }
    />
  );
}
