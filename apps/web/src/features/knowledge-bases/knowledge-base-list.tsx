import type { KnowledgeBase } from '@lectern/contract';
import { Button, Group, Pagination, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBooks, IconPlus, IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonCards } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { KnowledgeBaseCard } from './knowledge-base-card.tsx';
import { NameModal } from './name-modal.tsx';
import { knowledgeBasesPageSize, useKnowledgeBaseActions, useKnowledgeBases } from './use-knowledge-bases.ts';

type KnowledgeBaseListProps = {
  search: string | undefined;
  page: number;
  onView: (view: { search?: string; page?: number }) => void;
  onOpen: (id: string) => void;
  onConfigure: (id: string) => void;
  onExport: (knowledgeBase: KnowledgeBase) => void;
  /** Stands beside the button that makes a new base. */
  importButton: ReactNode;
  /** Stands above the bases. */
  tasks: ReactNode;
};

export function KnowledgeBaseList({
  search,
  page,
  onView,
  onOpen,
  onConfigure,
  onExport,
  importButton,
  tasks,
}: KnowledgeBaseListProps) {
  const { t } = useTranslation('knowledge');
  const query = useKnowledgeBases(search, page);
  const { create, rename, remove } = useKnowledgeBaseActions();
  const [creating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<KnowledgeBase>();
  const [draft, setDraft] = useState(search ?? '');
  const applySearch = useDebouncedCallback(
    (text: string) => onView({ search: text || undefined, page: 1 }),
    250,
  );

  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('list.create')}
    </Button>
  );

  function askToDelete({ id, name, documentCount }: KnowledgeBase): void {
    openConfirmModal({
      title: t('list.deleteTitle', { name }),
      text: t('list.deleteText', { count: documentCount }),
      confirmLabel: t('list.delete'),
      onConfirm: () => remove.mutateAsync({ params: { knowledgeBaseId: id } }),
    });
  }

  const empty = search ? (
    <EmptyState
      icon={IconZoomQuestion}
      title={t('list.noneFound')}
      text={t('list.noneFoundHint', { search })}
    />
  ) : (
    <EmptyState icon={IconBooks} title={t('list.none')} text={t('list.noneHint')} action={createButton} />
  );

  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <>
            {importButton}
            {createButton}
          </>
        }
      />
      {tasks}
      <TextInput
        mb="lg"
        maw={360}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={draft}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          applySearch(event.currentTarget.value.trim());
        }}
      />
      <QueryBoundary query={query} skeleton={<SkeletonCards height={208} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            empty
          ) : (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
                {items.map((knowledgeBase) => (
                  <KnowledgeBaseCard
                    key={knowledgeBase.id}
                    knowledgeBase={knowledgeBase}
                    onRename={() => setRenamed(knowledgeBase)}
                    onConfigure={() => onConfigure(knowledgeBase.id)}
                    onExport={() => onExport(knowledgeBase)}
                    onDelete={() => askToDelete(knowledgeBase)}
                  />
                ))}
              </SimpleGrid>
              {total > knowledgeBasesPageSize && (
                <Group justify="center" mt="lg">
                  <Pagination
                    value={page}
                    onChange={(next) => onView({ page: next })}
                    total={Math.ceil(total / knowledgeBasesPageSize)}
                    getItemProps={(item) => ({ 'aria-label': t('list.page', { page: item }) })}
                    withControls={false}
                  />
                </Group>
              )}
            </>
          )
        }
      </QueryBoundary>
      <NameModal
        opened={creating}
        title={t('list.createTitle')}
        submitLabel={t('list.create')}
        withDescription
        onClose={() => setCreating(false)}
        onSubmit={async ({ name, description }) => {
          const created = await create.mutateAsync({ body: { name, description } });
          setCreating(false);
          onOpen(created.id);
        }}
      />
      <NameModal
        opened={renamed !== undefined}
        title={t('list.renameTitle')}
        submitLabel={t('form.save')}
        initialName={renamed?.name}
        onClose={() => setRenamed(undefined)}
        onSubmit={async ({ name }) => {
          if (!renamed) return;
          await rename.mutateAsync({ params: { knowledgeBaseId: renamed.id }, body: { name } });
          setRenamed(undefined);
        }}
      />
    </>
  );
}
