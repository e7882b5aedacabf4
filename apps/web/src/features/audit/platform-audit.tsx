import { listAuditLog } from '@lectern/contract';
import { Switch } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { AuditLog, type AuditView } from '../../ui/audit/audit-log.tsx';
import { CompanySelect } from '../../ui/form/company-select.tsx';

const pageSize = 50;

/** What the address says about the list. */
export type PlatformAuditView = AuditView & { companyId?: string; impersonated?: boolean };

type Props = {
  view: PlatformAuditView;
  onView: (changes: Partial<PlatformAuditView>) => void;
  onClear: () => void;
};

/** What was changed in every company and on the platform itself. */
export function PlatformAudit({ view, onView, onClear }: Props) {
  const { t } = useTranslation('administration');
  const { impersonated, ...rest } = view;
  const query = useApiQuery(
    listAuditLog,
    { query: { ...rest, impersonated: impersonated ? 'true' : undefined, pageSize } },
    { placeholderData: keepPreviousData },
  );
  return (
    <AuditLog
      query={query}
      pageSize={pageSize}
      view={view}
      onView={onView}
      onClear={onClear}
      filtered={view.companyId !== undefined || impersonated === true}
      withCompany
      filters={
        <>
          <CompanySelect
            as="filter"
            value={view.companyId}
            onChange={(companyId) => onView({ companyId, page: 1 })}
          />
          <Switch
            wrapperProps={{ 'data-whole': true }}
            label={t('audit.onlyImpersonated')}
            checked={impersonated === true}
            onChange={(event) =>
              onView({ impersonated: event.currentTarget.checked ? true : undefined, page: 1 })
            }
          />
        </>
      }
    />
  );
}
