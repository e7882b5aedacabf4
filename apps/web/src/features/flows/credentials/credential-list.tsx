import {
  deleteFlowCredential,
  type FlowCredential,
  listFlowCredentials,
  updateFlowCredential,
} from '@lectern/contract';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconDotsVertical, IconKey, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { type Column, DataTable } from '../../../ui/display/data-table.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { NameDialog } from '../../../ui/form/name-dialog.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { NewCredentialDialog, ReplaceSecretDialog } from './credential-dialogs.tsx';

/** The secrets that flows send to services: which there are, and which flows use them. */
export function CredentialList() {
  const { t } = useTranslation('flows');
  const query = useApiQuery(listFlowCredentials, {});
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<FlowCredential>();
  const [replaced, setReplaced] = useState<FlowCredential>();
  const remove = useApiMutation(deleteFlowCredential, {
    invalidates: [listFlowCredentials],
    successMessage: 'flows:credentials.deleted',
    handlesError: true,
  });
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('credentials.add')}
    </Button>
  );
  const askToDelete = ({ id, name, usedBy }: FlowCredential) =>
    openConfirmModal({
      title: t('list.deleteTitle', { name }),
      text:
        usedBy.length === 0
          ? t('credentials.deleteUnused')
          : t('credentials.deleteUsed', { flows: usedBy.map((flow) => flow.name).join(', ') }),
      confirmLabel: t('list.delete'),
      onConfirm: () => remove.mutateAsync({ params: { flowCredentialId: id } }),
    });
  return (
    <>
      <PageHeader
        above={
          <TextLink to="/flow" size="sm">
            {t('editor.back')}
          </TextLink>
        }
        title={t('credentials.title')}
        description={t('credentials.description')}
        actions={addButton}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={4} height={56} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconKey}
              title={t('credentials.empty')}
              text={t('credentials.emptyHint')}
              action={addButton}
            />
          ) : (
            <CredentialTable
              items={items}
              onRename={setRenamed}
              onReplace={setReplaced}
              onDelete={askToDelete}
            />
          )
        }
      </QueryBoundary>
      <NewCredentialDialog opened={isAdding} onClose={() => setAdding(false)} />
      <ReplaceSecretDialog credential={replaced} onClose={() => setReplaced(undefined)} />
      <NameDialog
        endpoint={updateFlowCredential}
        params={{ flowCredentialId: renamed?.id ?? '' }}
        invalidates={[listFlowCredentials]}
        successMessage="flows:credentials.renamed"
        title={t('credentials.renameTitle')}
        initialName={renamed?.name ?? ''}
        opened={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
      />
    </>
  );
}

type Act = (credential: FlowCredential) => void;

function CredentialTable({
  items,
  onRename,
  onReplace,
  onDelete,
}: {
  items: FlowCredential[];
  onRename: Act;
  onReplace: Act;
  onDelete: Act;
}) {
  const { t } = useTranslation(['flows', 'shell']);
  const columns: Column<FlowCredential>[] = [
    {
      key: 'name',
      header: t('shell:fields.name'),
      card: 'title',
      render: ({ name }) => (
        <Text fw={550} component="div">
          <LongText>{name}</LongText>
        </Text>
      ),
    },
    { key: 'host', header: t('credentials.host'), render: ({ host }) => <LongText>{host}</LongText> },
    {
      key: 'secret',
      header: t('credentials.secret'),
      width: 120,
      render: ({ secretEnding }) => <code>…{secretEnding}</code>,
    },
    {
      key: 'usedBy',
      header: t('credentials.usedBy'),
      render: ({ usedBy }) =>
        usedBy.length === 0 ? (
          <Text span size="sm" c="dimmed">
            {t('credentials.unused')}
          </Text>
        ) : (
          usedBy.map(({ id, name }) => (
            <div key={id}>
              <TextLink to="/flow/$flowId" params={{ flowId: id }} size="sm" className="break-anywhere">
                {name}
              </TextLink>
            </div>
          ))
        ),
    },
    {
      key: 'updatedAt',
      header: t('credentials.changed'),
      width: 130,
      render: ({ updatedAt }) => <FormattedDate at={updatedAt} />,
    },
    {
      key: 'actions',
      header: '',
      width: 56,
      align: 'right',
      card: 'actions',
      render: (credential) => (
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={t('list.actionsOf', { name: credential.name })}>
              <IconDotsVertical size={17} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onRename(credential)}>
              {t('list.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onReplace(credential)}>
              {t('credentials.replace')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(credential)}>
              {t('list.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
  return (
    <DataTable
      fixed
      label={t('credentials.title')}
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
    />
  );
}
