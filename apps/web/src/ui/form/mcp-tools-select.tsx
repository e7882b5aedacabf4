import { type AllowedMcpTool, listAllowedMcpTools } from '@lectern/contract';
import { MultiSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LongText } from '../display/long-text.tsx';

type Props = {
  label: string;
  description?: string | undefined;
  error?: ReactNode;
  /** Ids. */
  value: string[];
  onChange: (value: string[]) => void;
};

/** A choice among the tools of MCP servers that the company allows, under the names of their servers. */
export function McpToolsSelect({ label, description, error, value, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useApiQuery(listAllowedMcpTools, {});
  const tools = new Map((data?.items ?? []).map((tool) => [tool.id, tool]));
  const servers = [...new Set([...tools.values()].map(({ serverName }) => serverName))];
  const groups = servers.map((serverName) => ({
    group: serverName,
    items: [...tools.values()]
      .filter((tool) => tool.serverName === serverName)
      .map(({ id, name }) => ({ value: id, label: name })),
  }));
  // One that was switched off stays chosen until somebody takes it out.
  const gone = data ? value.filter((id) => !tools.has(id)) : [];
  const nameGone = (id: string) => ({ value: id, label: t('mcpTools.gone') });
  return (
    <div>
      <MultiSelect
        label={label}
        description={description}
        error={error}
        searchable
        maxDropdownHeight={320}
        data={[...groups, ...(gone.length > 0 ? [{ group: '', items: gone.map(nameGone) }] : [])]}
        value={data ? value : []}
        onChange={onChange}
        renderOption={({ option }) => {
          const tool = tools.get(option.value);
          return tool ? <Choice tool={tool} /> : option.label;
        }}
      />
      {data?.items.length === 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('mcpTools.none')}
        </Text>
      )}
    </div>
  );
}

function Choice({ tool: { name, description, use } }: { tool: AllowedMcpTool }) {
  const { t } = useTranslation();
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm">
        {name}
        {use === 'ask' && (
          <Text span size="xs" c="dimmed">
            {' '}
            · {t('mcpTools.asks')}
          </Text>
        )}
      </Text>
      {description !== '' && (
        <Text size="xs" c="dimmed" component="div">
          <LongText lines={2}>{description}</LongText>
        </Text>
      )}
    </div>
  );
}
