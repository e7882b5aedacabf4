import {
  Box,
  Checkbox,
  Flex,
  Group,
  Pagination,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import classes from './data-table.module.css';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  width?: number | string;
  align?: 'left' | 'right' | 'center';
  /** The value to sort by, as `onSort` gets it; no sorting when left out. */
  sortKey?: string;
  /** On a phone: `title` heads the card, `actions` are in its corner, `hidden` is left out. */
  card?: 'title' | 'actions' | 'hidden';
  /** On a phone: drawn in the line below the title, without the header, and so with a unit of its own. */
  inLine?: (row: Row) => ReactNode;
};

export type Sort = { key: string; direction: 'asc' | 'desc' };

type Props<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How a row is called, for its checkbox. */
  rowLabel: (row: Row) => string;
  /** Names the table for screen readers. */
  label: string;
  /** Columns keep their widths whatever is in them, and long texts are cut. */
  fixed?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  paging?: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

function toggle(selected: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** A table that becomes cards on a phone, with optional sorting, selection and pages. */
export function DataTable<Row>(props: Props<Row>) {
  const narrow = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches);
  return (
    <>
      {narrow ? <Cards {...props} /> : <Rows {...props} />}
      {props.paging && <Pages {...props.paging} />}
    </>
  );
}

function Rows<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, rowLabel, label, fixed, sort, onSort, selected, onSelect } = props;
  const { t } = useTranslation('shell');
  const keys = rows.map(rowKey);
  const chosen = keys.filter((key) => selected?.has(key)).length;
  return (
    <div className={classes.frame}>
      <Table
        aria-label={label}
        className={classes.table}
        layout={fixed ? 'fixed' : undefined}
        highlightOnHover
      >
        <Table.Thead>
          <Table.Tr>
            {onSelect && (
              <Table.Th w={44}>
                <Checkbox
                  size="xs"
                  aria-label={t('table.selectAll')}
                  checked={chosen > 0 && chosen === keys.length}
                  indeterminate={chosen > 0 && chosen < keys.length}
                  onChange={() => onSelect(chosen === keys.length ? new Set() : new Set(keys))}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <Table.Tr key={key} data-selected={selected?.has(key) || undefined}>
                {onSelect && (
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label={t('table.select', { name: rowLabel(row) })}
                      checked={selected?.has(key) ?? false}
                      onChange={() => onSelect(toggle(selected ?? new Set(), key))}
                    />
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Table.Td key={column.key} ta={column.align}>
                    {column.render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}) {
  const { sortKey } = column;
  const active = sortKey !== undefined && sort?.key === sortKey;
  const Arrow = sort?.direction === 'asc' ? IconArrowUp : IconArrowDown;
  const order = sort?.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <Table.Th
      w={column.width}
      ta={column.align}
      aria-sort={active ? order : undefined}
      className="nowrap"
      c="dimmed"
      fz="xs"
      fw={550}
    >
      {sortKey !== undefined && onSort ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() =>
            onSort({ key: sortKey, direction: active && sort?.direction === 'asc' ? 'desc' : 'asc' })
          }
        >
          {column.header}
          {active && <Arrow size={13} aria-hidden />}
        </UnstyledButton>
      ) : (
        column.header
      )}
    </Table.Th>
  );
}

function Cards<Row>({ columns, rows, rowKey, rowLabel, label, selected, onSelect }: Props<Row>) {
  const { t } = useTranslation('shell');
  const title = columns.find((column) => column.card === 'title');
  const actions = columns.find((column) => column.card === 'actions');
  const line = columns.filter((column) => column.inLine !== undefined);
  const others = columns.filter((column) => column.card === undefined && column.inLine === undefined);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <Box component="li" key={key} p={12} bd="1px solid var(--hairline)" bdrs="md" bg="var(--surface)">
            <Flex align="center" gap={12}>
              {onSelect && (
                <Checkbox
                  size="sm"
                  aria-label={t('table.select', { name: rowLabel(row) })}
                  checked={selected?.has(key) ?? false}
                  onChange={() => onSelect(toggle(selected ?? new Set(), key))}
                />
              )}
              <Box flex={1} miw={0}>
                {title?.render(row)}
              </Box>
              {actions?.render(row)}
            </Flex>
            {line.length > 0 && (
              <div className={classes.line}>
                {line.map((column) => (
                  <div key={column.key}>
                    <VisuallyHidden>{column.header}: </VisuallyHidden>
                    {column.inLine?.(row)}
                  </div>
                ))}
              </div>
            )}
            {others.length > 0 && (
              <dl className={classes.facts}>
                {others.map((column) => (
                  <div key={column.key}>
                    <dt>{column.header}</dt>
                    <dd>{column.render(row)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Box>
        );
      })}
    </ul>
  );
}

function Pages({ page, pageSize, total, onPage }: NonNullable<Props<unknown>['paging']>) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  if (total <= pageSize) return null;
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed" className="numeric">
        {t('table.range', {
          from: format.number((page - 1) * pageSize + 1),
          to: format.number(Math.min(page * pageSize, total)),
          total: format.number(total),
        })}
      </Text>
      <Pagination
        size="sm"
        value={page}
        onChange={onPage}
        total={Math.ceil(total / pageSize)}
        getControlProps={(control) => ({ 'aria-label': t(`table.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('table.page', { page: item }) })}
      />
    </Group>
  );
}
