import type { ManagedCompany } from '@lectern/contract';
import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBuilding, IconZoomQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { ActAsCompany } from './act-as-company.tsx';
import type { CompaniesView } from './companies-view.ts';
import type { CompanyCommands } from './company-commands.ts';
import { CompanyDrawer } from './company-drawer.tsx';
import { CompanyFilters } from './company-filters.tsx';
import { CompanyTable } from './company-table.tsx';
import { DeleteCompany } from './delete-company.tsx';
import { EditCompany } from './edit-company.tsx';
import { companiesPageSize, useCompanies, useCompanyActions } from './use-companies.ts';

/** Above the details, from which it may have been asked for. */
const zIndex = 300;

/** Opens a dialog about a company; its body gets the way to close it. */
function openCompanyDialog(
  company: ManagedCompany,
  title: string,
  body: (company: ManagedCompany, close: () => void) => ReactNode,
): void {
  const id = modals.open({ title, size: 520, zIndex, children: body(company, () => modals.close(id)) });
}

type Props = {
  view: CompaniesView;
  onView: (changes: Partial<CompaniesView>) => void;
  onClear: () => void;
  /** The company whose details are open. */
  opened: string | undefined;
  onOpen: (companyId: string | undefined) => void;
  createButton: ReactNode;
  linkToAccounts: (company: ManagedCompany) => ReactNode;
};

export function CompanyList({ view, onView, onClear, opened, onOpen, createButton, linkToAccounts }: Props) {
  const { t } = useTranslation('administration');
  const { enabled, ...rest } = view;
  const query = useCompanies({ ...rest, enabled: enabled === undefined ? undefined : `${enabled}` });
  const { enable, disable } = useCompanyActions();
  const narrowed = view.search ?? view.kind ?? view.packageId ?? enabled;

  const commands: CompanyCommands = {
    onOpen: ({ id }) => onOpen(id),
    onEdit: (company) =>
      openCompanyDialog(company, t('editCompany.title', company), (edited, close) => (
        <EditCompany company={edited} onDone={close} />
      )),
    onActAs: (company) =>
      openCompanyDialog(company, t('actAs.title', company), (entered, close) => (
        <ActAsCompany company={entered} onDone={close} />
      )),
    onEnable: ({ id }) => enable.mutate({ params: { companyId: id } }),
    onDisable: (company) =>
      openConfirmModal({
        title: t('disableCompany.title', company),
        text: <Text c="dimmed">{t('disableCompany.text')}</Text>,
        confirmLabel: t('disableCompany.confirm'),
        onConfirm: () => disable.mutateAsync({ params: { companyId: company.id } }),
      }),
    onDelete: (company) =>
      openCompanyDialog(company, t('deleteCompany.title', company), (deleted, close) => (
        <DeleteCompany company={deleted} onDone={close} onDeleted={() => onOpen(undefined)} />
      )),
  };

  return (
    <>
      <CompanyFilters view={view} onView={onView} />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={10} height={56} />}>
        {({ items, total }) =>
          items.length > 0 ? (
            <CompanyTable
              companies={items}
              commands={commands}
              sort={{ key: view.sort ?? 'name', direction: view.order ?? 'asc' }}
              onSort={({ key, direction }) =>
                onView({
                  sort: key as CompaniesView['sort'],
                  // One sorts by a number to see the largest.
                  order: key === (view.sort ?? 'name') || key === 'name' ? direction : 'desc',
                  page: 1,
                })
              }
              paging={{
                page: view.page,
                pageSize: companiesPageSize,
                total,
                onPage: (page) => onView({ page }),
              }}
            />
          ) : narrowed !== undefined || view.page > 1 ? (
            <EmptyState
              icon={IconZoomQuestion}
              title={t('companies.noneFound')}
              text={t('companies.noneFoundText')}
              action={
                <Button variant="default" onClick={onClear}>
                  {t('companies.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconBuilding}
              title={t('companies.none')}
              text={t('companies.noneText')}
              action={createButton}
            />
          )
        }
      </QueryBoundary>
      <CompanyDrawer
        companyId={opened}
        commands={commands}
        onClose={() => onOpen(undefined)}
        linkToAccounts={linkToAccounts}
      />
    </>
  );
}
