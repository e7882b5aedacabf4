import { listCompanyAudit } from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiQuery } from '../../../api/queries.ts';
import { AuditLog, type AuditView } from '../../../ui/audit/audit-log.tsx';

const pageSize = 50;

/** What was changed in the company, by whom; also what an administrator did as the company. */
export function Activity({
  view,
  onView,
  onClear,
}: {
  view: AuditView;
  onView: (changes: Partial<AuditView>) => void;
  onClear: () => void;
}) {
  const query = useApiQuery(
    listCompanyAudit,
    { query: { ...view, pageSize } },
    { placeholderData: keepPreviousData },
  );
  return <AuditLog query={query} pageSize={pageSize} view={view} onView={onView} onClear={onClear} />;
}
