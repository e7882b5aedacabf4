import {
  describeTableQuery,
  formatTableValue,
  nameTableColumn,
  type TableAnswer,
  type TableSource,
} from '@lectern/contract';
import { Box, Button, Collapse, Group, ScrollArea, Table } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { IconCheck, IconChevronRight, IconCopy, IconTableShortcut } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../locales/i18n.ts';
import { LongText } from './long-text.tsx';
import classes from './table-answer.module.css';
import { writeCsv } from './write-csv.ts';

type TableAnswerCardProps = {
  answer: TableAnswer;
  /** As the answer cites it. */
  number?: number;
  /** The answer already shows the rows: only how they were computed is explained. */
  resultSaid?: boolean;
  onOpen: (source: TableSource) => void;
};

/** What was computed over the columns of a table: the result, how it came about, and the rows behind it. */
export function TableAnswerCard({ answer, number, resultSaid = false, onOpen }: TableAnswerCardProps) {
  const { t } = useTranslation('tables');
  const language = getLanguage();
  const [explained, { toggle }] = useDisclosure(false);
  const clipboard = useClipboard({ timeout: 1_500 });
  const explanationId = useId();
  const { query, columns, rows, sources } = answer;
  const heads = query.select.map((item) => nameTableColumn(item, columns, language));
  const isComputed = (column: number) => query.select[column]?.aggregate != null;
  const cell = (value: (typeof rows)[number][number], column: number) =>
    formatTableValue(value, language, isComputed(column));
  const single = rows.length === 1 && rows[0]?.length === 1;

  function renderResult() {
    if (single)
      return (
        <p className={classes.figure}>
          <span>{cell(rows[0]?.[0] ?? null, 0)}</span>
          <Box component="span" c="dimmed" fz="sm" fw={400}>
            {heads[0]}
          </Box>
        </p>
      );
    if (rows.length === 0)
      return (
        <Box component="p" my={4} mx={0} c="dimmed" fz="sm">
          {t('noRows')}
        </Box>
      );
    return (
      <ScrollArea.Autosize
        mah={320}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('result') }}
      >
        <Table stickyHeader verticalSpacing={6} horizontalSpacing="sm" fz="sm">
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns and rows of a result never move.
                <Table.Th key={column} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns and rows of a result never move.
              <Table.Tr key={at}>
                {row.map((value, column) => (
                  <Table.Td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns and rows of a result never move.
                    key={column}
                    data-number={typeof value === 'number' || undefined}
                    className={classes.cell}
                  >
                    {cell(value, column)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    );
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a landmark for each of several answers would be noise.
    <div role="group" className={classes.card} aria-label={t('label', { table: answer.tableName })}>
      <div className={classes.head}>
        <IconTableShortcut size={16} stroke={1.6} aria-hidden />
        {number !== undefined && <span className={classes.number}>{number}</span>}
        <LongText miw={0} fw={600}>
          {answer.tableName}
        </LongText>
        {!answer.documentName.startsWith(answer.tableName) && (
          <LongText miw={0} c="dimmed">
            {answer.documentName}
          </LongText>
        )}
      </div>
      {!resultSaid && renderResult()}
      {answer.truncated && (
        <Box component="p" my={4} mx={0} c="dimmed" fz="sm">
          {t('truncated', { shown: rows.length })}
        </Box>
      )}
      <Group gap={4} mt={6} mr={0} mb={0} ml={-6}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={explained}
          aria-controls={explanationId}
          leftSection={<IconChevronRight size={14} aria-hidden className={classes.chevron} />}
          onClick={toggle}
        >
          {t('how')}
        </Button>
        {rows.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={
              clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
            }
            onClick={() => clipboard.copy(writeCsv([heads, ...rows]))}
          >
            {clipboard.copied ? t('copied') : t('copy')}
          </Button>
        )}
      </Group>
      <Collapse expanded={explained} id={explanationId}>
        <div className={classes.how}>
          <p>{describeTableQuery(answer, language)}.</p>
          <Box component="p" c="dimmed">
            {t('matched', {
              count: answer.matchedRows,
              shown: formatTableValue(answer.matchedRows, language, true),
            })}{' '}
            {t(answer.madeBy === 'rules' ? 'byRules' : 'byModel')}
          </Box>
          {sources.length > 0 && (
            <div className={classes.rows}>
              <Box component="span" c="dimmed">
                {sources.length < answer.matchedRows ? t('firstRows') : t('rows')}
              </Box>
              <ol>
                {sources.map((source) => (
                  <li key={source.chunkId}>
                    <button type="button" className={classes.row} onClick={() => onOpen(source)}>
                      {source.text}
                    </button>
                  </li>
                ))}
              </ol>
            </div>
          )}
        </div>
      </Collapse>
    </div>
  );
}
