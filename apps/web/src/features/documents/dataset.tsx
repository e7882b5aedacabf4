import type { Document, KnowledgeBase } from '@lectern/contract';
import { Button, Group, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { IconFileOff, IconFilePlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { notify } from '../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import { DuplicatesNotice } from './duplicates-notice.tsx';
import { MethodSuggestion } from './method-suggestion.tsx';
import { inBatches } from './parsing/estimate.ts';
import { listDocumentIds, type Parsing } from './parsing/use-parsing.tsx';
import { BulkBar, type DocumentBulkAction } from './table/bulk-bar.tsx';
import type { DocumentCommands } from './table/document-menu.tsx';
import { DocumentTable } from './table/document-table.tsx';
import { RenameDocument } from './table/rename-document.tsx';
import { type DocumentsQuery, useDocumentActions, useDocuments, useRefreshCounts } from './use-documents.ts';
import { useAddUploads } from './use-uploads.ts';

const pageSize = 50;
const statusFilters = ['unstarted', 'parsing', 'cancelled', 'success', 'fail'] as const;

/** What the address says about the list. */
export type DatasetView = Pick<DocumentsQuery, 'search' | 'sort' | 'direction'> & {
  status?: number;
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
  const { knowledgeBase, view, onView, linkTo, onConfigure, onDownload, parsing } = props;
  const { t } = useTranslation('knowledge');
  const mayChange = knowledgeBase.abilities.update;
  const { add, acceptedExtensions } = useAddUploads(knowledgeBase.id);
  const [parseOnUpload, setParseOnUpload] = useLocalStorage({ key: 'parse-on-upload', defaultValue: true });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [gathering, setGathering] = useState(false);
  const [renamed, setRenamed] = useState<Document>();
  const [search, setSearch] = useState(view.search ?? '');
  const applySearch = useDebouncedCallback(
    (text: string) => onView({ search: text || undefined, page: 1 }),
    250,
  );
  const picker = useRef<HTMLInputElement>(null);
  const query = useDocuments(knowledgeBase.id, { ...view, pageSize });
  useRefreshCounts(query.data?.items);
  const { update, cancel, remove, bulk } = useDocumentActions();
  const filtered = view.search !== undefined || view.status !== undefined;

  const takeFiles = (files: readonly File[]) => files.length > 0 && add(files, parseOnUpload);

  const commands: DocumentCommands = {
    onParse: parsing.parseOne,
    onCancel: (document) => cancel.mutate({ params: { documentId: document.id } }),
    onRename: setRenamed,
    onConfigure,
    onDownload,
    onDelete: (document) =>
      openConfirmModal({
        title: t('documents.deleteTitle', { name: document.name }),
        text: t('documents.deleteText'),
        confirmLabel: t('documents.delete'),
        onConfirm: () => remove.mutateAsync({ params: { documentId: document.id } }),
      }),
  };

  /** Also those of other pages. */
  async function selectAll(): Promise<void> {
    setGathering(true);
    const { search: text, status } = view;
    const ids = await listDocumentIds(knowledgeBase.id, { search: text, status }).catch((error: unknown) => {
      notify('error', describeError(error));
      return undefined;
    });
    if (ids) setSelected(new Set(ids));
    setGathering(false);
  }

  function applyToSelected(action: DocumentBulkAction): void {
    const ids = [...selected];
    const clear = () => setSelected(new Set());
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

  const uploadButton = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => picker.current?.click()}>
      {t('upload.button')}
    </Button>
  );

  function renderEmpty() {
    if (filtered)
      return (
        <EmptyState icon={IconFileOff} title={t('documents.noneFound')} text={t('documents.noneFoundHint')} />
      );
    return (
      <EmptyState
        icon={IconFilePlus}
        title={t('documents.none')}
        text={mayChange ? t('documents.noneHint') : t('documents.noneReadOnly')}
        action={mayChange ? uploadButton : undefined}
      />
    );
  }

  return (
    <>
      <Group mb="md" gap="sm" align="center">
        <TextInput
          aria-label={t('documents.search')}
          placeholder={t('documents.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            applySearch(event.currentTarget.value.trim());
          }}
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
        {mayChange && (
          <Group gap="md" ml="auto">
            <Switch
              size="xs"
              label={t('upload.parseAfter')}
              checked={parseOnUpload}
              onChange={(event) => setParseOnUpload(event.currentTarget.checked)}
            />
            {uploadButton}
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
        busy={bulk.isPending || gathering}
        onAll={() => void selectAll()}
        onAction={applyToSelected}
        onClear={() => setSelected(new Set())}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={8} height={52} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            renderEmpty()
          ) : (
            <DocumentTable
              documents={items}
              commands={commands}
              onEnable={(document, enabled) =>
                update.mutate({ params: { documentId: document.id }, body: { enabled } })
              }
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
                  setSelected(new Set());
                  onView({ page });
                },
              }}
            />
          )
        }
      </QueryBoundary>
      {mayChange && (
        <>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept={acceptedExtensions?.map((extension) => `.${extension.replace(/^\./, '')}`).join(',')}
            onChange={(event) => {
              takeFiles([...(event.currentTarget.files ?? [])]);
              // The same file chosen again must count as a change.
              event.currentTarget.value = '';
            }}
          />
          <DropArea onFiles={takeFiles} />
        </>
      )}
      <RenameDocument document={renamed} onClose={() => setRenamed(undefined)} />
    </>
  );
}
