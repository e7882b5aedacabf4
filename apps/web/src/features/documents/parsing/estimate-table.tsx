import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { ParseEstimate } from './estimate.ts';
import classes from './estimate-table.module.css';

type Work = ParseEstimate['works'][number];

/** The works of a parse with who does them, how often, and for how much. */
export function EstimateTable({ estimate }: { estimate: ParseEstimate }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const works = estimate.works.filter(
    ({ calls, modelName, builtIn }) => calls > 0 || (modelName === null && !builtIn),
  );
  const done = works.filter(({ modelName, builtIn }) => builtIn || modelName !== null);
  const priced = done.filter(({ cost, builtIn }) => !builtIn && cost !== null);
  const sum = (pick: (work: Work) => number) => done.reduce((total, work) => total + pick(work), 0);
  const tokensOf = (work: Work) => work.promptTokens + work.completionTokens;
  const unpriced = done.some(({ cost, builtIn }) => !builtIn && cost === null);
  const money = (value: number) => format.smallMoney(value, estimate.currency);

  const nameOf = ({ builtIn, modelName }: Work) =>
    builtIn ? t('estimate.builtIn') : (modelName ?? t('estimate.missing'));

  function renderCost({ builtIn, modelName, cost }: Work) {
    if (builtIn) return t('estimate.free');
    if (modelName === null) return '–';
    return cost === null ? t('estimate.noPrice') : money(cost);
  }

  return (
    <div>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('estimate.work')}</Table.Th>
            <Table.Th className={classes.wide}>{t('estimate.model')}</Table.Th>
            <Table.Th className={`${classes.number} ${classes.wide}`}>{t('estimate.calls')}</Table.Th>
            <Table.Th className={classes.number}>{t('estimate.tokens')}</Table.Th>
            <Table.Th className={classes.number}>{t('estimate.cost')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {works.map((work) => {
            const missing = work.modelName === null && !work.builtIn;
            return (
              <Table.Tr key={work.work} data-missing={missing || undefined}>
                <Table.Td>
                  {t(`estimate.works.${work.work}`)}
                  <span className={classes.below}>{nameOf(work)}</span>
                </Table.Td>
                <Table.Td className={classes.wide}>{nameOf(work)}</Table.Td>
                <Table.Td className={`${classes.number} ${classes.wide}`}>
                  {missing ? '–' : format.number(work.calls)}
                </Table.Td>
                <Table.Td className={classes.number}>
                  {missing ? '–' : format.number(tokensOf(work))}
                </Table.Td>
                <Table.Td className={classes.number}>{renderCost(work)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t('estimate.total')}</Table.Th>
            <Table.Td className={classes.wide} />
            <Table.Th className={`${classes.number} ${classes.wide}`}>
              {format.number(sum(({ calls }) => calls))}
            </Table.Th>
            <Table.Th className={classes.number}>{format.number(sum(tokensOf))}</Table.Th>
            <Table.Th className={classes.number}>
              {priced.length > 0
                ? money(priced.reduce((total, { cost }) => total + (cost ?? 0), 0))
                : unpriced
                  ? '–'
                  : t('estimate.free')}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <Text size="xs" c="dimmed" mt={8}>
        {estimate.exact ? t('estimate.exact') : t('estimate.rough')}
        {unpriced && ` ${t('estimate.noPriceHint')}`}
      </Text>
    </div>
  );
}
