import {
  createSavedSearch,
  type DocumentFilter,
  deleteSavedSearch,
  listSavedSearches,
  renameSavedSearch,
  type SavedSearch,
} from '@lectern/contract';
import { ActionIcon, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './searches.module.css';

type SaveProps = {
  question: string;
  knowledgeBaseIds: string[];
  filter: DocumentFilter | null;
  filters: Record<string, string[]>;
};

/** Keeps the search that is shown, to be run again. */
export function SaveSearchButton(props: SaveProps) {
  const { t } = useTranslation('search');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('saved.save')}
      </Button>
      <NameDialog
        endpoint={createSavedSearch}
        extra={props}
        invalidates={[listSavedSearches]}
        successMessage="search:saved.done"
        title={t('saved.save')}
        description={t('saved.saveText')}
        initialName={props.question.slice(0, 80)}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

/** The person's saved searches; nothing where there are none. */
export function SavedSearches({ onRun }: { onRun: (search: SavedSearch) => void }) {
  const { t } = useTranslation('search');
  const { data } = useApiQuery(listSavedSearches, {});
  const [renamed, setRenamed] = useState<SavedSearch | null>(null);
  if (!data || data.items.length === 0) return null;
  return (
    <SectionCard title={t('saved.title')}>
      <ul className={classes.saved}>
        {data.items.map((search) => (
          <SavedRow key={search.id} search={search} onRun={onRun} onRename={() => setRenamed(search)} />
        ))}
      </ul>
      <NameDialog
        endpoint={renameSavedSearch}
        params={{ savedSearchId: renamed?.id ?? '' }}
        invalidates={[listSavedSearches]}
        successMessage="search:saved.renamed"
        title={t('saved.rename')}
        initialName={renamed?.name}
        opened={renamed !== null}
        onClose={() => setRenamed(null)}
      />
    </SectionCard>
  );
}

type RowProps = { search: SavedSearch; onRun: (search: SavedSearch) => void; onRename: () => void };

function SavedRow({ search, onRun, onRename }: RowProps) {
  const { t } = useTranslation('search');
  const remove = useApiMutation(deleteSavedSearch, {
    invalidates: [listSavedSearches],
    successMessage: 'search:saved.deleted',
    handlesError: true,
  });
  const askToDelete = () =>
    openConfirmModal({
      title: t('saved.deleteTitle', { name: search.name }),
      text: t('saved.deleteText'),
      confirmLabel: t('saved.delete'),
      onConfirm: () => remove.mutateAsync({ params: { savedSearchId: search.id } }),
    });
  return (
    <Group component="li" wrap="nowrap" gap={4}>
      <UnstyledButton className={classes.savedRow} onClick={() => onRun(search)}>
        <LongText fw={550}>{search.name}</LongText>
        {search.question !== search.name && (
          <Text component="span" display="block" c="dimmed" fz="sm" truncate>
            {search.question}
          </Text>
        )}
      </UnstyledButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('saved.menu', { name: search.name })}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename}>
            {t('saved.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={askToDelete}>
            {t('saved.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
