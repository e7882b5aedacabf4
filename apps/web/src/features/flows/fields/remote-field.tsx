import {
  type FlowField,
  type Json,
  listAssistants,
  listFlows,
  listKnowledgeBases,
  listModels,
} from '@lectern/contract';
import { MultiSelect, Select } from '@mantine/core';
import { useApiQuery } from '../../../api/queries.ts';

export type RemoteWidget = 'knowledge_bases' | 'chat_model' | 'rerank_model' | 'assistant' | 'flow';

type Props = {
  field: FlowField;
  widget: RemoteWidget;
  value: Json;
  error: string | undefined;
  onChange: (value: Json) => void;
};

const most = 200;

function useChoices(widget: RemoteWidget): { value: string; label: string }[] {
  const bases = useApiQuery(
    listKnowledgeBases,
    { query: { pageSize: most } },
    { enabled: widget === 'knowledge_bases' },
  );
  const models = useApiQuery(
    listModels,
    { query: { type: widget === 'rerank_model' ? 'rerank' : 'chat' } },
    { enabled: widget === 'chat_model' || widget === 'rerank_model' },
  );
  const assistants = useApiQuery(
    listAssistants,
    { query: { pageSize: most } },
    { enabled: widget === 'assistant' },
  );
  const flows = useApiQuery(listFlows, { query: { pageSize: most } }, { enabled: widget === 'flow' });
  const query = { knowledge_bases: bases, assistant: assistants, flow: flows }[widget as 'flow'];
  const items: { id: string; name: string }[] = query?.data?.items ?? models.data?.items ?? [];
  return items.map(({ id, name }) => ({ value: id, label: name }));
}

/** A choice among things of the company. */
export function RemoteField({ field, widget, value, error, onChange }: Props) {
  const choices = useChoices(widget);
  const common = {
    label: field.label,
    description: field.description,
    error,
    withAsterisk: field.required,
    searchable: true,
    data: choices,
  };
  if (widget === 'knowledge_bases')
    return (
      <MultiSelect
        {...common}
        value={Array.isArray(value) ? (value as string[]) : []}
        onChange={(next) => onChange(next)}
      />
    );
  return (
    <Select
      {...common}
      clearable
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next)}
    />
  );
}
