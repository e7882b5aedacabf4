import type { FlowField } from '@lectern/contract';
import { ActionIcon, Button, Card, Group, Input, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowValues } from './flow-values.ts';

type Props = {
  field: FlowField;
  rows: FlowValues[];
  error: string | undefined;
  onChange: (rows: FlowValues[]) => void;
  renderRow: (row: FlowValues, index: number, change: (row: FlowValues) => void) => ReactNode;
};

function freeRowId(rows: FlowValues[]): string {
  const taken = new Set(rows.map(({ id }) => id));
  for (let number = rows.length + 1; ; number++) if (!taken.has(`r${number}`)) return `r${number}`;
}

/** A list of sub-forms that can be added to, reordered and shortened. */
export function RowsField({ field, rows, error, onChange, renderRow }: Props) {
  const { t } = useTranslation('flows');
  const add = () => {
    const defaults = (field.fields ?? []).flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value] as const],
    );
    onChange([...rows, { id: freeRowId(rows), ...Object.fromEntries(defaults) }]);
  };
  const move = (from: number, to: number) => {
    const next = [...rows];
    const [row] = next.splice(from, 1);
    if (row) next.splice(to, 0, row);
    onChange(next);
  };
  return (
    <Input.Wrapper
      label={field.label}
      description={field.description}
      error={error}
      withAsterisk={field.required}
    >
      <Stack gap="xs" mt={6}>
        {rows.map((row, index) => (
          <Card key={String(row.id ?? index)} padding="sm">
            <Group justify="space-between" mb={6} gap={4} wrap="nowrap">
              <Text size="xs" c="dimmed" fw={600}>
                {index + 1}
              </Text>
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  size="sm"
                  aria-label={t('form.moveUp', { number: index + 1 })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={15} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={t('form.moveDown', { number: index + 1 })}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={15} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={t('form.removeRow', { number: index + 1 })}
                  onClick={() => onChange(rows.filter((_, other) => other !== index))}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
            </Group>
            {renderRow(row, index, (changed) =>
              onChange(rows.map((other, place) => (place === index ? changed : other))),
            )}
          </Card>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={add}
        >
          {t('form.addRow')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
