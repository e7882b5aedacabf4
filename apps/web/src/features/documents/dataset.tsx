import {
  type Document,
  type DocumentFilter,
  type KnowledgeBase,
  toWire,
  updateDocument,
} from '@lectern/contract';
import { Group, Select } from '@mantine/core';
import { IconFileOff, IconFilePlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { notifyFailure } from '../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { FilterMenu } from '../../ui/labels/filter-menu.tsx';
import { useDocumentLabels } from '../../ui/labels/use-document-labels.ts';
import { DuplicatesNotice } from './duplicates-notice.tsx';
import { type Labelled, LabelsDialog } from './labels/labels-dialog.tsx';
import { MethodSuggestion } from './method-suggestion.tsx';
import { inBatches } from './parsing/estimate.ts';
import { listDocumentIds, type Parsing } from './parsing/use-parsing.tsx';
import { BulkBar, type DocumentBulkAction } from './table/bulk-bar.tsx';
import type { DocumentCommands } from './table/document-menu.tsx';
import { DocumentTable } from './table/document-table.tsx';
import { useUploadControls } from './upload-controls.tsx';
import {
  type DocumentsQuery,
  documentQueries,
  useDocumentActions,
  useDocuments,
  useRefreshCounts,
} from './use-documents.ts';
import { VersionsDialog } from './versions/versions-dialog.tsx';

const pageSize = 50;
const statusFilters = ['unstarted', 'parsing', 'cancelled', 'success', 'fail'] as const;

/** What the address says about the list. */
export type DatasetView = Pick<DocumentsQuery, 'search' | 'sort' | 'direction'> & {
  status?: number;
  filter?: DocumentFilter;
  page: number;
};

type DatasetProps = {
  knowledgeBase: KnowledgeBase;
  view: DatasetView;
  onView: (view: Partial<DatasetView>) => void;
  linkTo: (document: Document, children: ReactNode) => ReactNode;
  onConfigure: (document: Document) => void;
  onDownload: (document: Document) => void;
  parsing: Parsing;
};

export function Dataset(props: DatasetProps) {
  const { knowledgeBase, view, onView, linkTo, parsing } = props;
  const { t } = useTranslation('knowledge');
  const mayChange = knowledgeBase.abilities.update;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<Document>();
  const query = useDocuments(knowledgeBase.id, {
    ...toFilters(view),
    sort: view.sort,
    direction: view.direction,
    page: view.page,
    pageSize,
  });
  useRefreshCounts(query.data?.items);
  const { update } = useDocumentActions();
  const [versioned, setVersioned] = useState<Document>();
  const [labelled, setLabelled] = useState<Labelled>();
  const commands = useCommands(props, {
    onRename: setRenamed,
    onLabel: setLabelled,
    onVersions: setVersioned,
  });
  const bulk = useBulkActions(knowledgeBase, view, parsing, selected, setSelected);
  const uploads = useUploadControls(knowledgeBase);
  const labels = useDocumentLabels([knowledgeBase.id]);
  const filtered = view.search !== undefined || view.status !== undefined || view.filter !== undefined;

  function renderEmpty() {
    if (filtered)
      return (
        <EmptyState icon={IconFileOff} title={t('documents.noneFound')} text={t('documents.noneFoundHint')} />
      );
    return (
      <EmptyState
        icon={IconFilePlus}
        title={t('documents.none')}
        text={t(mayChange ? 'documents.noneHint' : 'documents.noneReadOnly')}
        action={mayChange ? uploads.button : undefined}
      />
    );
  }

  return (
    <>
      <Group mb="md" gap="sm" align="center">
        <SearchInput
          label={t('documents.search')}
          value={view.search}
          onChange={(search) => onView({ search, page: 1 })}
          flex="1 1 200px"
          maw={360}
        />
        <Select
          aria-label={t('documents.statusFilter')}
          placeholder={t('documents.anyStatus')}
          clearable
          w={160}
          value={view.status === undefined ? null : String(view.status)}
          data={statusFilters.map((status, code) => ({ value: String(code), label: t(`status.${status}`) }))}
          onChange={(value) => onView({ status: value === null ? undefined : Number(value), page: 1 })}
        />
        <FilterMenu
          value={view.filter ?? null}
          onChange={(filter) => onView({ filter: filter ?? undefined, page: 1 })}
          labels={labels}
        />
        {mayChange && (
          <Group gap="md" ml="auto">
            {uploads.parseSwitch}
            {uploads.button}
          </Group>
        )}
      </Group>
      <DuplicatesNotice knowledgeBase={knowledgeBase} />
      {mayChange && !filtered && query.data && (
        <MethodSuggestion knowledgeBase={knowledgeBase} documents={query.data.items} />
      )}
      <BulkBar
        count={selected.size}
        total={query.data?.total ?? 0}
        busy={bulk.busy}
        onAll={() => void bulk.selectAll()}
        onAction={bulk.apply}
        onLabel={() => setLabelled({ ids: [...selected] })}
        onClear={bulk.clear}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={8} height={52} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            renderEmpty()
          ) : (
            <DocumentTable
              documents={items}
              commands={commands}
              onEnable={({ id }, enabled) => update.mutate({ params: { documentId: id }, body: { enabled } })}
              linkTo={linkTo}
              sort={{ key: view.sort ?? 'created_at', direction: view.direction ?? 'desc' }}
              onSort={({ key, direction }) =>
                onView({ sort: key as DatasetView['sort'], direction, page: 1 })
              }
              selected={mayChange ? selected : undefined}
              onSelect={mayChange ? setSelected : undefined}
              paging={{
                page: view.page,
                pageSize,
                total,
                onPage: (page) => {
                  bulk.clear();
                  onView({ page });
                },
              }}
            />
          )
        }
      </QueryBoundary>
      {mayChange && uploads.targets}
      <VersionsDialog document={versioned} onClose={() => setVersioned(undefined)} />
      <LabelsDialog
        knowledgeBaseId={knowledgeBase.id}
        labelled={labelled}
        onClose={() => setLabelled(undefined)}
      />
      <NameDialog
        endpoint={updateDocument}
        params={{ documentId: renamed?.id ?? '' }}
        invalidates={documentQueries}
        successMessage="knowledge:documents.renamed"
        title={t('documents.renameTitle')}
        initialName={renamed?.name}
        keepsEnding
        opened={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
      />
    </>
  );
}

/** A filter goes over the wire as JSON. */
function toFilters({ search, status, filter }: DatasetView) {
  return { search, status, ...(filter ? { filter: JSON.stringify(toWire(filter)) } : {}) };
}

function useCommands(
  props: DatasetProps,
  opens: {
    onRename: (document: Document) => void;
    onLabel: (labelled: Labelled) => void;
    onVersions: (document: Document) => void;
  },
): DocumentCommands {
  const { t } = useTranslation('knowledge');
  const { cancel, remove } = useDocumentActions();
  return {
    onParse: props.parsing.parseOne,
    onCancel: ({ id }) => cancel.mutate({ params: { documentId: id } }),
    onRename: opens.onRename,
    onLabel: (document) => opens.onLabel({ document }),
    onVersions: opens.onVersions,
    onConfigure: props.onConfigure,
    onDownload: props.onDownload,
    onDelete: ({ id, name }) =>
      openConfirmModal({
        title: t('documents.deleteTitle', { name }),
        text: t('documents.deleteText'),
        confirmLabel: t('documents.delete'),
        onConfirm: () => remove.mutateAsync({ params: { documentId: id } }),
      }),
  };
}

/** What can be done with all selected documents at once. */
function useBulkActions(
  knowledgeBase: KnowledgeBase,
  view: DatasetView,
  parsing: Parsing,
  selected: ReadonlySet<string>,
  onSelect: (selected: ReadonlySet<string>) => void,
) {
  const { t } = useTranslation('knowledge');
  const { bulk } = useDocumentActions();
  const [gathering, setGathering] = useState(false);
  const clear = () => onSelect(new Set());

  /** Also those of other pages. */
  async function selectAll(): Promise<void> {
    setGathering(true);
    try {
      onSelect(new Set(await listDocumentIds(knowledgeBase.id, toFilters(view))));
    } catch (error) {
      notifyFailure(error);
    }
    setGathering(false);
  }

  function apply(action: DocumentBulkAction): void {
    const ids = [...selected];
    if (action === 'parse') {
      parsing.parseMany(ids, clear);
      return;
    }
    if (action === 'apply_settings') {
      parsing.applySettings(knowledgeBase, { documentIds: ids, count: ids.length, onDone: clear });
      return;
    }
    const run = async () => {
      for (const documentIds of inBatches(ids))
        await bulk.mutateAsync({
          params: { knowledgeBaseId: knowledgeBase.id },
          body: { action, documentIds },
        });
    };
    if (action !== 'delete') {
      run().catch(() => undefined);
      return;
    }
    openConfirmModal({
      title: t('bulk.deleteTitle', { count: selected.size }),
      text: t('documents.deleteText'),
      confirmLabel: t('bulk.delete'),
      onConfirm: async () => {
        await run();
        clear();
      },
    });
  }

  return { busy: bulk.isPending || gathering, selectAll, apply, clear };
}
