import type { CompanyPackage } from '@lectern/contract';
import { Button, Group, Pagination, Select, SimpleGrid, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPackage, IconPlus, IconZoomQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedStep } from '../../ui/feedback/blocked-step.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonCards } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DeletePackage } from './delete-package.tsx';
import { PackageCard, type PackageCommands } from './package-card.tsx';
import { PackageForm } from './package-form.tsx';
import { packagesPageSize, usePackageActions, usePackages } from './use-packages.ts';

/** What the address says about the list. */
export type PackagesView = { search?: string; enabled?: boolean; page: number };

type Props = {
  view: PackagesView;
  onView: (changes: Partial<PackagesView>) => void;
  onClear: () => void;
  /** Leads to the companies that have a package. */
  linkToCompanies: (existing: CompanyPackage) => ReactNode;
  /** The same for dialogs, which are outside the router. */
  onShowCompanies: (existing: CompanyPackage) => void;
};

/** Opens a dialog whose body gets the way to close it. */
function openDialog(title: string, size: number, body: (close: () => void) => ReactNode): void {
  const id = modals.open({ title, size, children: body(() => modals.close(id)) });
}

export function PackageList({ view, onView, onClear, linkToCompanies, onShowCompanies }: Props) {
  const { t } = useTranslation(['administration', 'shell']);
  const { enabled, ...rest } = view;
  const query = usePackages({ ...rest, enabled: enabled === undefined ? undefined : `${enabled}` });
  const { update, enable, disable } = usePackageActions();
  const narrowed = view.search !== undefined || enabled !== undefined;

  const openForm = (existing?: CompanyPackage) =>
    openDialog(
      existing ? t('packageForm.editTitle', { name: existing.name }) : t('packageForm.createTitle'),
      560,
      (close) => <PackageForm existing={existing} onDone={close} />,
    );

  const commands: PackageCommands = {
    onEdit: openForm,
    onMakeDefault: (existing) => {
      // Only an enabled package can be given to anyone; the form offers to enable it.
      if (!existing.enabled) return openForm(existing);
      openConfirmModal({
        title: t('defaultPackage.title', { name: existing.name }),
        text: t('defaultPackage.text'),
        confirmLabel: t('defaultPackage.confirm'),
        destructive: false,
        onConfirm: () =>
          update.mutateAsync({ params: { packageId: existing.id }, body: { isSignUpDefault: true } }),
      });
    },
    onEnable: ({ id }) => enable.mutate({ params: { packageId: id } }),
    onDisable: (existing) => {
      if (existing.isSignUpDefault)
        return openDialog(t('disablePackage.title', { name: existing.name }), 480, (close) => (
          <BlockedStep title={t('disablePackage.isDefault', { name: existing.name })} onClose={close}>
            {t('disablePackage.isDefaultText')}
          </BlockedStep>
        ));
      openConfirmModal({
        title: t('disablePackage.title', { name: existing.name }),
        text: t('disablePackage.text'),
        confirmLabel: t('disablePackage.confirm'),
        onConfirm: () => disable.mutateAsync({ params: { packageId: existing.id } }),
      });
    },
    onDelete: (existing) =>
      openDialog(t('deletePackage.title', { name: existing.name }), 480, (close) => (
        <DeletePackage
          existing={existing}
          onDone={close}
          onShowCompanies={() => {
            close();
            onShowCompanies(existing);
          }}
        />
      )),
  };

  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openForm()}>
      {t('packages.create')}
    </Button>
  );
  const renderEmpty = () =>
    narrowed ? (
      <EmptyState
        icon={IconZoomQuestion}
        title={t('packages.noneFound')}
        text={t('packages.noneFoundText')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('packages.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={IconPackage}
        title={t('packages.none')}
        text={t('packages.noneText')}
        action={createButton}
      />
    );

  return (
    <>
      <PageHeader title={t('packages.title')} description={t('packages.text')} actions={createButton} />
      <FilterBar>
        <SearchInput
          label={t('packages.search')}
          value={view.search}
          onChange={(search) => onView({ search, page: 1 })}
        />
        <Select
          aria-label={t('packages.state')}
          placeholder={t('packages.anyState')}
          clearable
          data={[
            { value: 'true', label: t('packages.enabled') },
            { value: 'false', label: t('packages.disabled') },
          ]}
          value={enabled === undefined ? null : String(enabled)}
          onChange={(state) => onView({ enabled: state === null ? undefined : state === 'true', page: 1 })}
        />
      </FilterBar>
      <QueryBoundary query={query} skeleton={<SkeletonCards cards={4} height={300} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            renderEmpty()
          ) : (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
                {items.map((existing) => (
                  <PackageCard
                    key={existing.id}
                    existing={existing}
                    commands={commands}
                    companies={
                      existing.companyCount === 0 ? (
                        <Text c="dimmed" size="sm">
                          {t('packages.noCompanies')}
                        </Text>
                      ) : (
                        linkToCompanies(existing)
                      )
                    }
                  />
                ))}
              </SimpleGrid>
              {total > packagesPageSize && (
                <Group justify="center" mt="lg">
                  <Pagination
                    value={view.page}
                    onChange={(page) => onView({ page })}
                    total={Math.ceil(total / packagesPageSize)}
                    getItemProps={(item) => ({ 'aria-label': t('shell:table.page', { page: item }) })}
                    withControls={false}
                  />
                </Group>
              )}
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}
