import {
  createKnowledgeBase,
  getCompanyLimits,
  getKnowledgeBase,
  type KnowledgeBase,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '@lectern/contract';
import { Button, Group, Modal, Pagination, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { IconBooks, IconPlus, IconZoomQuestion } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonCards } from '../../ui/feedback/skeletons.tsx';
import { WithinLimit } from '../../ui/feedback/within-limit.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { KnowledgeBaseCard } from './knowledge-base-card.tsx';
import { knowledgeBasesPageSize, useKnowledgeBaseActions, useKnowledgeBases } from './use-knowledge-bases.ts';

type KnowledgeBaseListProps = {
  search: string | undefined;
  page: number;
  onView: (view: { search?: string; page?: number }) => void;
  onOpen: (id: string) => void;
  onConfigure: (id: string) => void;
  onExport: (knowledgeBase: KnowledgeBase) => void;
  /** Next to the button that creates a knowledge base. */
  importButton: ReactNode;
  /** Above the knowledge bases. */
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
  const { remove } = useKnowledgeBaseActions();
  const [creating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<KnowledgeBase>();
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
      <SearchInput
        mb="lg"
        maw={360}
        label={t('list.search')}
        value={search}
        onChange={(text) => onView({ search: text, page: 1 })}
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
      <Modal opened={creating} onClose={() => setCreating(false)} title={t('list.createTitle')}>
        <WithinLimit quota="knowledgeBases" onClose={() => setCreating(false)}>
          <CreateForm onCreated={({ id }) => onOpen(id)} onClose={() => setCreating(false)} />
        </WithinLimit>
      </Modal>
      <NameDialog
        endpoint={updateKnowledgeBase}
        params={{ knowledgeBaseId: renamed?.id ?? '' }}
        invalidates={[listKnowledgeBases, getKnowledgeBase]}
        successMessage="knowledge:list.renamed"
        title={t('list.renameTitle')}
        initialName={renamed?.name}
        opened={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
      />
    </>
  );
}

function CreateForm({
  onCreated,
  onClose,
}: {
  onCreated: (created: KnowledgeBase) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['knowledge', 'shell']);
  const form = useApiForm(createKnowledgeBase, {
    initialValues: { name: '', description: '' },
    invalidates: [listKnowledgeBases, getCompanyLimits],
    successMessage: 'knowledge:list.created',
    onSuccess: (created) => {
      onClose();
      onCreated(created);
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('list.create')} onCancel={onClose}>
      <TextInput
        label={t('shell:fields.name')}
        placeholder={t('form.namePlaceholder')}
        withAsterisk
        data-autofocus
        {...form.field('name')}
      />
      <Textarea
        label={t('shell:fields.description')}
        description={t('form.descriptionHint')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.field('description')}
      />
    </ApiForm>
  );
}
