import { copyFlow, deleteFlow, exportFlow, type FlowSummary, listFlows, updateFlow } from '@lectern/contract';
import { Button, Group, Pagination, SimpleGrid } from '@mantine/core';
import { IconKey, IconPlus, IconSitemap, IconZoomQuestion } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { saveFile } from '../../../ui/display/save-file.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonCards } from '../../../ui/feedback/skeletons.tsx';
import { NameDialog } from '../../../ui/form/name-dialog.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import { TriggersDrawer } from '../triggers/triggers-drawer.tsx';
import { FlowCard } from './flow-card.tsx';
import { ImportFlowButton } from './import-flow-button.tsx';
import { NewFlowDialog } from './new-flow-dialog.tsx';

const pageSize = 48;

export function FlowList({
  search,
  page,
  onView,
  onOpen,
}: {
  search: string | undefined;
  page: number;
  onView: (view: { search?: string; page?: number }) => void;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('flows');
  const query = useApiQuery(
    listFlows,
    { query: { search, page, pageSize } },
    { placeholderData: keepPreviousData },
  );
  const [creating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<FlowSummary>();
  const [started, setStarted] = useState<FlowSummary>();
  const copy = useApiMutation(copyFlow, { invalidates: [listFlows], successMessage: 'flows:list.copied' });
  const remove = useApiMutation(deleteFlow, {
    invalidates: [listFlows],
    successMessage: 'flows:list.deleted',
    handlesError: true,
  });
  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('list.create')}
    </Button>
  );
  const empty = search ? (
    <EmptyState
      icon={IconZoomQuestion}
      title={t('list.noneFound')}
      text={t('list.noneFoundHint', { search })}
    />
  ) : (
    <EmptyState icon={IconSitemap} title={t('list.none')} text={t('list.noneHint')} action={createButton} />
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <>
            <LinkButton
              to="/flow/credentials"
              variant="default"
              leftSection={<IconKey size={16} aria-hidden />}
            >
              {t('credentials.title')}
            </LinkButton>
            <ImportFlowButton onOpen={onOpen} />
            {createButton}
          </>
        }
      />
      <SearchInput
        mb="lg"
        maw={360}
        label={t('list.search')}
        value={search}
        onChange={(text) => onView({ search: text, page: 1 })}
      />
      <QueryBoundary query={query} skeleton={<SkeletonCards height={150} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            empty
          ) : (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
                {items.map((flow) => (
                  <FlowCard
                    key={flow.id}
                    flow={flow}
                    onRename={() => setRenamed(flow)}
                    onCopy={() => copy.mutate({ params: { flowId: flow.id } })}
                    onExport={() => void saveFlow(flow)}
                    onTriggers={() => setStarted(flow)}
                    onDelete={() =>
                      openConfirmModal({
                        title: t('list.deleteTitle', { name: flow.name }),
                        text: t('list.deleteText'),
                        confirmLabel: t('list.delete'),
                        onConfirm: () => remove.mutateAsync({ params: { flowId: flow.id } }),
                      })
                    }
                  />
                ))}
              </SimpleGrid>
              {total > pageSize && (
                <Group justify="center" mt="lg">
                  <Pagination
                    value={page}
                    onChange={(next) => onView({ page: next })}
                    total={Math.ceil(total / pageSize)}
                    getItemProps={(item) => ({ 'aria-label': t('list.page', { page: item }) })}
                    withControls={false}
                  />
                </Group>
              )}
            </>
          )
        }
      </QueryBoundary>
      {started && <TriggersDrawer flow={started} opened onClose={() => setStarted(undefined)} />}
      <NewFlowDialog opened={creating} onOpen={onOpen} onClose={() => setCreating(false)} />
      <NameDialog
        endpoint={updateFlow}
        params={{ flowId: renamed?.id ?? '' }}
        invalidates={[listFlows]}
        successMessage="flows:list.renamed"
        title={t('list.renameTitle')}
        initialName={renamed?.name ?? ''}
        opened={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
      />
    </>
  );
}

async function saveFlow({ id, name }: FlowSummary): Promise<void> {
  try {
    const { bytes } = await fetchFile(exportFlow, { params: { flowId: id } });
    saveFile(bytes, `${name}.flow.json`);
  } catch (error) {
    notifyFailure(error);
  }
}
