import type { FlowGraph, Json } from '@lectern/contract';
import {
  ActionIcon,
  Button,
  Card,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  convertValue,
  freeKey,
  keyPattern,
  parseValue,
  typeOfValue,
  type VariableType,
  variableTypes,
} from './variable-types.ts';

type Variable = FlowGraph['variables'][number];

const most = 64;

/** The variables of a flow. What is typed becomes the flow's once its names are valid. */
export function VariableList({
  variables,
  onChange,
}: {
  variables: Variable[];
  onChange: (variables: Variable[]) => void;
}) {
  const { t } = useTranslation('flows');
  const [rows, setRows] = useState(variables.map((variable, id) => ({ ...variable, id })));
  const problemOf = (id: number, key: string) => {
    if (!keyPattern.test(key)) return t('settings.wrongKey');
    return rows.some((row) => row.id !== id && row.key === key) ? t('settings.takenKey') : undefined;
  };
  const set = (next: typeof rows) => {
    setRows(next);
    const keys = next.map(({ key }) => key);
    if (keys.every((key) => keyPattern.test(key)) && new Set(keys).size === keys.length)
      onChange(next.map(({ key, value }) => ({ key, value })));
  };
  const change = (id: number, changes: Partial<Variable>) =>
    set(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <Stack gap="xs">
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('settings.noVariables')}
        </Text>
      )}
      {rows.map(({ id, key, value }) => (
        <Card key={id} padding="sm">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              label={t('settings.key')}
              maxLength={64}
              value={key}
              error={problemOf(id, key)}
              onChange={(event) => change(id, { key: event.currentTarget.value })}
            />
            <Select
              w={130}
              label={t('settings.type')}
              allowDeselect={false}
              data={variableTypes.map((type) => ({ value: type, label: t(`settings.types.${type}`) }))}
              value={typeOfValue(value)}
              onChange={(type) => change(id, { value: convertValue(value, type as VariableType) })}
            />
            <ActionIcon
              mt={28}
              aria-label={t('settings.removeVariable', { name: key })}
              onClick={() => set(rows.filter((row) => row.id !== id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
          <ValueInput
            key={typeOfValue(value)}
            value={value}
            onChange={(next) => change(id, { value: next })}
          />
        </Card>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        disabled={rows.length >= most}
        onClick={() =>
          set([
            ...rows,
            {
              id: Math.max(-1, ...rows.map((row) => row.id)) + 1,
              key: freeKey(rows.map((row) => row.key)),
              value: '',
            },
          ])
        }
      >
        {t('settings.addVariable')}
      </Button>
    </Stack>
  );
}

function ValueInput({ value, onChange }: { value: Json; onChange: (value: Json) => void }) {
  const { t } = useTranslation('flows');
  const type = typeOfValue(value);
  const [text, setText] = useState(() =>
    type === 'list' || type === 'object' ? JSON.stringify(value, null, 2) : '',
  );
  const label = t('settings.firstValue');
  switch (type) {
    case 'number':
      return (
        <NumberInput
          mt="xs"
          label={label}
          value={Number(value)}
          onChange={(next) => onChange(Number(next) || 0)}
        />
      );
    case 'boolean':
      return (
        <Switch
          mt="sm"
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'text':
      return (
        <Textarea
          mt="xs"
          label={label}
          autosize
          maxRows={8}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <Textarea
          mt="xs"
          label={label}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          value={text}
          error={parseValue(text, type) === undefined ? t(`settings.wrong.${type}`) : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            const parsed = parseValue(event.currentTarget.value, type);
            if (parsed !== undefined) onChange(parsed);
          }}
        />
      );
  }
}
