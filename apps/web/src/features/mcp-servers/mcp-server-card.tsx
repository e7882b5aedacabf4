import {
  deleteMcpServer,
  listAllowedMcpTools,
  listCompanyAudit,
  listMcpServers,
  type McpServer,
  type McpUse,
  refreshMcpServer,
} from '@lectern/contract';
import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { TextLink } from '../../ui/link.tsx';
import classes from './mcp-servers.module.css';
import { McpToolRow } from './mcp-tool-row.tsx';

const invalidates = [listMcpServers, listAllowedMcpTools, listCompanyAudit];

/** One server: where it is, what it offers, and what uses it. */
export function McpServerCard({ server, onEdit }: { server: McpServer; onEdit: () => void }) {
  const { t } = useTranslation('mcp');
  const { impersonation } = useMe();
  const { id, name, url, tools, toolsLeftOut, problem, checkedAt, usedBy } = server;
  const params = { mcpServerId: id };
  const refresh = useApiMutation(refreshMcpServer, {
    invalidates,
    successMessage: 'mcp:refreshed',
  });
  const remove = useApiMutation(deleteMcpServer, {
    invalidates,
    successMessage: 'mcp:deleted',
    handlesError: true,
  });
  const askToDelete = () =>
    openConfirmModal({
      title: t('delete.title', { name }),
      text:
        usedBy.length === 0
          ? t('delete.text')
          : t('delete.used', { names: usedBy.map((user) => user.name).join(', ') }),
      confirmLabel: t('delete.confirm'),
      onConfirm: () => remove.mutateAsync({ params }),
    });
  return (
    <Card component="article" padding="md" aria-label={name}>
      <Stack gap={12}>
        <div>
          <Text fw={600} component="h2" fz="md" my={0}>
            <LongText>{name}</LongText>
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <LongText>{url}</LongText>
          </Text>
        </div>
        {problem && (
          <Alert color="red" p="xs">
            {problem.message}
          </Alert>
        )}
        {tools.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noTools')}
          </Text>
        ) : (
          <ul className={classes.tools} aria-label={t('tools')}>
            {tools.map((tool) => (
              <McpToolRow key={tool.id} tool={tool} />
            ))}
          </ul>
        )}
        {toolsLeftOut > 0 && (
          <Text size="sm" c="dimmed">
            {t('leftOut', { count: toolsLeftOut })}
          </Text>
        )}
        <Users usedBy={usedBy} />
        <Group gap={8}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ params })}
          >
            {t('refresh')}
          </Button>
          {impersonation === null && (
            <Button variant="default" size="xs" onClick={onEdit}>
              {t('editShort')}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={askToDelete}>
            {t('deleteShort')}
          </Button>
          <Text size="sm" c="dimmed" component="div">
            {t('checked')} <FormattedDate at={checkedAt} style="relative" />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}

function Users({ usedBy }: { usedBy: McpUse[] }) {
  const { t } = useTranslation('mcp');
  if (usedBy.length === 0) return null;
  return (
    <Group gap={8}>
      <Text size="sm" c="dimmed">
        {t('usedBy')}
      </Text>
      {usedBy.map(({ kind, id, name }) =>
        kind === 'flow' ? (
          <TextLink key={id} to="/flow/$flowId" params={{ flowId: id }} size="sm">
            {name}
          </TextLink>
        ) : (
          <Text key={id} size="sm" className="break-anywhere">
            {name}
          </Text>
        ),
      )}
    </Group>
  );
}
