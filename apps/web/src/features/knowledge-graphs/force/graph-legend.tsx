import type { KnowledgeGraph } from '@lectern/contract';
import { Box, Checkbox, Flex, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../../ui/display/long-text.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { colourCommunity, colouredCommunities } from '../palette.ts';
import { TypeMark } from '../type-mark.tsx';
import { useTypeName } from '../use-type-name.ts';
import classes from './force.module.css';
import type { Network } from './network.ts';

type GraphLegendProps = {
  graph: KnowledgeGraph;
  network: Network;
  colourBy: 'type' | 'community';
  hiddenTypes: ReadonlySet<string>;
  onHide: (types: ReadonlySet<string>) => void;
};

/** What the colours mean; types can be switched off. */
export function GraphLegend({ graph, network, colourBy, hiddenTypes, onHide }: GraphLegendProps) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const scheme = useComputedColorScheme('light');
  const typeName = useTypeName();
  const types = graph.types.map(({ type }) => type);
  const toggle = (type: string) => {
    const next = new Set(hiddenTypes);
    if (!next.delete(type)) next.add(type);
    onHide(next);
  };
  return (
    <Stack gap="md">
      <fieldset className={classes.legendPart}>
        <Text component="legend" size="xs" c="dimmed" fw={550}>
          {t('force.typesLegend')}
        </Text>
        {graph.types.map(({ type, count }) => (
          <Flex key={type} gap={8} align="center" justify="space-between" miw={0}>
            <Checkbox
              size="xs"
              checked={!hiddenTypes.has(type)}
              onChange={() => toggle(type)}
              label={colourBy === 'type' ? <TypeMark type={type} types={types} /> : typeName(type)}
            />
            <Text size="xs" c="dimmed" className="numeric">
              {format.number(count)}
            </Text>
          </Flex>
        ))}
      </fieldset>
      {colourBy === 'community' && (
        <div className={classes.legendPart}>
          <Text size="xs" c="dimmed" fw={550}>
            {t('force.communities')}
          </Text>
          <Flex component="ul" className="plain-list" direction="column" gap={4} m={0} p={0}>
            {network.communities.slice(0, colouredCommunities).map(({ number, title, size }) => (
              <Flex component="li" key={number} gap={8} align="center" justify="space-between" miw={0}>
                <Box
                  component="span"
                  flex="none"
                  w={10}
                  h={10}
                  bdrs="50%"
                  style={{ background: colourCommunity(number, scheme) }}
                  aria-hidden
                />
                <Text size="xs" flex={1} miw={0} component="div">
                  <LongText>{title || t('force.communityOf', { number: number + 1 })}</LongText>
                </Text>
                <Text size="xs" c="dimmed" className="numeric">
                  {format.number(size)}
                </Text>
              </Flex>
            ))}
          </Flex>
        </div>
      )}
    </Stack>
  );
}
