import { listMcpServers, type McpServer } from '@lectern/contract';
import { Button, Modal, Stack } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { McpServerCard } from './mcp-server-card.tsx';
import { McpServerForm } from './mcp-server-form.tsx';

/** The MCP servers of a company, and what each of their tools may be used for. Texts: the namespace `mcp`. */
export function McpServers() {
  const { t } = useTranslation('mcp');
  const { impersonation } = useMe();
  const query = useApiQuery(listMcpServers, {});
  const [editing, setEditing] = useState<McpServer | 'new'>();
  const close = () => setEditing(undefined);
  const add = impersonation === null && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={(query.data?.items.length ?? 0) > 0 && add}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={2} height={140} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconPlugConnected}
              title={t('none')}
              text={t('noneText')}
              action={add || undefined}
            />
          ) : (
            <Stack gap="md">
              {items.map((server) => (
                <McpServerCard key={server.id} server={server} onEdit={() => setEditing(server)} />
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
      <Modal
        opened={editing !== undefined}
        onClose={close}
        size={520}
        title={t(editing === 'new' ? 'add' : 'edit')}
      >
        {editing !== undefined && (
          <McpServerForm server={editing === 'new' ? undefined : editing} onDone={close} onCancel={close} />
        )}
      </Modal>
    </>
  );
}
