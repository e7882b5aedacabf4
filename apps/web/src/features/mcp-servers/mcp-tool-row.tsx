import {
  listAllowedMcpTools,
  listCompanyAudit,
  listMcpServers,
  type McpTool,
  type McpToolUse,
  updateMcpTool,
} from '@lectern/contract';
import { Badge, Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import classes from './mcp-servers.module.css';

/** One tool with what it may be used for. What changes something is best asked about, so that comes first there. */
export function McpToolRow({ tool }: { tool: McpTool }) {
  const { t } = useTranslation('mcp');
  const { impersonation } = useMe();
  const { id, name, title, description, inputSchema, readsOnly, use, changed, offered, revision } = tool;
  const change = useApiMutation(updateMcpTool, {
    invalidates: [listMcpServers, listAllowedMcpTools, listCompanyAudit],
  });
  const uses: McpToolUse[] = readsOnly ? ['off', 'allowed', 'ask'] : ['off', 'ask', 'allowed'];
  const takes = Object.keys((inputSchema.properties as object | undefined) ?? {});
  return (
    <li className={classes.tool}>
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={550} size="sm" className="break-anywhere">
            {title === '' ? name : title}
          </Text>
          {title !== '' && title !== name && <code className={classes.name}>{name}</code>}
          <Badge color={readsOnly ? 'gray' : 'yellow'}>{t(readsOnly ? 'reads' : 'writes')}</Badge>
          {changed && <Badge color="red">{t('changedTool')}</Badge>}
          {!offered && <Badge color="gray">{t('gone')}</Badge>}
        </Group>
        {description !== '' && (
          <Text size="sm" c="dimmed" component="div">
            <LongText lines={3}>{description}</LongText>
          </Text>
        )}
        {takes.length > 0 && (
          <Text size="xs" c="dimmed" className="break-anywhere">
            {t('takes')} {takes.join(', ')}
          </Text>
        )}
        {changed && (
          <Text size="sm" c="red">
            {t('changedText')}
          </Text>
        )}
      </div>
      <Select
        className={classes.use}
        aria-label={t('useOf', { name })}
        size="xs"
        allowDeselect={false}
        disabled={impersonation !== null || change.isPending}
        data={uses.map((value) => ({ value, label: t(`use.${value}`) }))}
        value={use}
        onChange={(next) =>
          next && change.mutate({ params: { mcpToolId: id }, body: { use: next as McpToolUse, revision } })
        }
      />
    </li>
  );
}
