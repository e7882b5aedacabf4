import type { Chunk, Document } from '@lectern/contract';
import {
  Button,
  Checkbox,
  Flex,
  Group,
  Pagination,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconPlus, IconTextPlus, IconZoomQuestion } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { ChunkCard } from './chunk-card.tsx';
import { ChunkEditor } from './chunk-editor.tsx';
import classes from './chunk-list.module.css';
import { type ChunksView, chunksPageSize, useChunkActions, useChunks } from './use-chunks.ts';

type ChunkListProps = {
  document: Document;
  view: ChunksView;
  onView: (view: Partial<ChunksView>) => void;
  currentId: string | undefined;
  onSelect: (chunk: Chunk) => void;
  /** Shows its place, without leaving the list on a phone. */
  onShow: (chunk: Chunk) => void;
  onSource: (chunkId: string) => void;
};

type Length = 'excerpt' | 'full';

/** All chunks of a document in reading order: look, search, edit, switch off, delete, add. */
export function ChunkList({ document, view, onView, currentId, onSelect, onShow, onSource }: ChunkListProps) {
  const { t } = useTranslation('knowledge');
  const readOnly = !document.abilities.update;
  const query = useChunks(document.id, view);
  const { enable, remove, merge, undo } = useChunkActions();
  const [length, setLength] = useLocalStorage<Length>({ key: 'chunk-length', defaultValue: 'excerpt' });
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<Chunk | 'new'>();

  const check = useCallback((chunk: Chunk) => {
    setChecked((before) => {
      const next = new Set(before);
      if (!next.delete(chunk.id)) next.add(chunk.id);
      return next;
    });
  }, []);
  const setEnabled = useCallback(
    ({ id, documentId }: Chunk, enabled: boolean) =>
      enable.mutate({ params: { documentId, chunkId: id }, body: { enabled } }),
    [enable.mutate],
  );
  const edit = useCallback(
    (chunk: Chunk) => {
      setEdited(chunk);
      onShow(chunk);
    },
    [onShow],
  );
  const mergeWithNext = useCallback(
    ({ id, documentId }: Chunk) => merge.mutate({ params: { documentId, chunkId: id } }),
    [merge.mutate],
  );
  const undoLast = useCallback(
    ({ id, documentId }: Chunk) => undo.mutate({ params: { documentId, chunkId: id } }),
    [undo.mutate],
  );
  const askToDelete = useCallback(
    ({ id, documentId, ordinal }: Chunk) =>
      openConfirmModal({
        title: t('chunks.deleteTitle', { number: ordinal + 1 }),
        text: t('chunks.deleteText'),
        confirmLabel: t('chunks.delete'),
        onConfirm: () => remove.mutateAsync({ params: { documentId, chunkId: id } }),
      }),
    [remove.mutateAsync, t],
  );

  return (
    <>
      {edited && (
        <ChunkEditor documentId={document.id} target={edited} onClose={() => setEdited(undefined)} />
      )}
      {/* It stays mounted: after editing one goes on where one was. */}
      <Flex direction="column" h="100%" mih={0} display={edited ? 'none' : undefined}>
        <Tools
          view={view}
          onView={onView}
          length={length}
          onLength={setLength}
          onAdd={readOnly ? undefined : () => setEdited('new')}
        />
        <div className={classes.scroller}>
          <QueryBoundary query={query} skeleton={<SkeletonList rows={5} height={128} />}>
            {({ items, total }) => (
              <>
                <Summary
                  documentId={document.id}
                  items={items}
                  total={total}
                  checked={checked}
                  onChecked={setChecked}
                  readOnly={readOnly}
                />
                {items.length === 0 && <NoChunks view={view} />}
                <Stack
                  component="ul"
                  gap={8}
                  m={0}
                  p={0}
                  className="plain-list"
                  aria-label={t('chunks.title')}
                >
                  {items.map((chunk) => (
                    <ChunkCard
                      key={chunk.id}
                      chunk={chunk}
                      current={chunk.id === currentId}
                      checked={checked.has(chunk.id)}
                      full={length === 'full'}
                      readOnly={readOnly}
                      onSelect={onSelect}
                      onCheck={check}
                      onEnable={setEnabled}
                      onEdit={edit}
                      onDelete={askToDelete}
                      onMerge={mergeWithNext}
                      onUndo={undoLast}
                      onSource={onSource}
                    />
                  ))}
                </Stack>
                {total > chunksPageSize && (
                  <Group justify="center" py="sm">
                    <Pagination
                      size="sm"
                      value={view.page}
                      total={Math.ceil(total / chunksPageSize)}
                      onChange={(page) => {
                        setChecked(new Set());
                        onView({ page });
                      }}
                      getItemProps={(item) => ({ 'aria-label': t('list.page', { page: item }) })}
                      withControls={false}
                    />
                  </Group>
                )}
              </>
            )}
          </QueryBoundary>
        </div>
      </Flex>
    </>
  );
}

function NoChunks({ view }: { view: ChunksView }) {
  const { t } = useTranslation('knowledge');
  if (view.search !== undefined || view.enabled !== undefined)
    return (
      <EmptyState icon={IconZoomQuestion} title={t('chunks.noneFound')} text={t('chunks.noneFoundHint')} />
    );
  return <EmptyState icon={IconTextPlus} title={t('chunks.none')} text={t('chunks.noneHint')} />;
}

type ToolsProps = {
  view: ChunksView;
  onView: (view: Partial<ChunksView>) => void;
  length: Length;
  onLength: (length: Length) => void;
  onAdd: (() => void) | undefined;
};

/** Search, filter, how much of each chunk is shown, and a new one. */
function Tools({ view, onView, length, onLength, onAdd }: ToolsProps) {
  const { t } = useTranslation('knowledge');
  return (
    <Group gap="xs" className={classes.tools}>
      <SearchInput
        size="xs"
        flex="1 1 140px"
        label={t('chunks.search')}
        value={view.search}
        onChange={(search) => onView({ search, page: 1 })}
      />
      <Select
        size="xs"
        w={124}
        aria-label={t('chunks.filter')}
        allowDeselect={false}
        value={view.enabled === undefined ? 'all' : String(view.enabled)}
        data={[
          { value: 'all', label: t('chunks.all') },
          { value: 'true', label: t('chunks.enabled') },
          { value: 'false', label: t('chunks.disabled') },
        ]}
        onChange={(value) => onView({ enabled: value === 'all' ? undefined : value === 'true', page: 1 })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('chunks.length')}
        value={length}
        onChange={(value) => onLength(value as Length)}
        data={[
          { value: 'excerpt', label: t('chunks.excerpt') },
          { value: 'full', label: t('chunks.full') },
        ]}
      />
      {onAdd && (
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
          {t('chunks.add')}
        </Button>
      )}
    </Group>
  );
}

type SummaryProps = {
  documentId: string;
  items: readonly Chunk[];
  total: number;
  checked: ReadonlySet<string>;
  onChecked: (checked: ReadonlySet<string>) => void;
  readOnly: boolean;
};

/** How many chunks there are, or what can be done with those that are checked. */
function Summary({ documentId, items, total, checked, onChecked, readOnly }: SummaryProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { bulk } = useChunkActions();
  const ids = items.map(({ id }) => id);
  const chosen = ids.filter((id) => checked.has(id)).length;

  function apply(action: 'enable' | 'disable' | 'delete'): void {
    const run = async () => {
      await bulk.mutateAsync({ params: { documentId }, body: { action, chunkIds: [...checked] } });
      onChecked(new Set());
    };
    if (action === 'delete')
      openConfirmModal({
        title: t('chunks.deleteManyTitle', { count: checked.size }),
        text: t('chunks.deleteText'),
        confirmLabel: t('chunks.delete'),
        onConfirm: run,
      });
    else run().catch(() => undefined);
  }

  return (
    <Group className={classes.summary} gap="sm" justify="space-between">
      <Group gap="sm">
        {!readOnly && items.length > 0 && (
          <Checkbox
            size="xs"
            aria-label={t('chunks.selectAll')}
            checked={chosen > 0 && chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            onChange={() => onChecked(chosen === ids.length ? new Set() : new Set(ids))}
          />
        )}
        <Text size="xs" c="dimmed" aria-live="polite">
          {checked.size > 0
            ? t('bulk.selected', { count: checked.size })
            : t('list.chunkCount', { count: total, shown: format.number(total) })}
        </Text>
      </Group>
      {checked.size > 0 && (
        <Group gap={2}>
          {(['enable', 'disable', 'delete'] as const).map((action) => (
            <Button
              key={action}
              size="compact-xs"
              variant="subtle"
              color={action === 'delete' ? 'red' : 'gray'}
              disabled={bulk.isPending}
              onClick={() => apply(action)}
            >
              {t(`bulk.${action}`)}
            </Button>
          ))}
        </Group>
      )}
    </Group>
  );
}
