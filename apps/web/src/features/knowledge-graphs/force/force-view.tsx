import type { KnowledgeGraph } from '@lectern/contract';
import { ActionIcon, Alert, Button, Drawer, SegmentedControl, Select, Text, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFocus2, IconFocusCentered, IconMinus, IconPalette, IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { EntityPanel } from '../entity-panel.tsx';
import { EntityTable } from '../entity-table.tsx';
import { useTypeName } from '../use-type-name.ts';
import { canDraw } from './draw-network.ts';
import classes from './force.module.css';
import { type Camera, GraphCanvas } from './graph-canvas.tsx';
import { GraphLegend } from './graph-legend.tsx';
import type { Network } from './network.ts';

const mostOptions = 30;

/** The graph over the whole window: drawn or as a list, with what is chosen beside it. */
export function ForceView({ graph, network }: { graph: KnowledgeGraph; network: Network }) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const typeName = useTypeName();
  const drawable = useMemo(canDraw, []);
  const narrow = useMediaQuery('(max-width: 62em)', window.matchMedia('(max-width: 62em)').matches);
  const [view, setView] = useState<'graph' | 'list'>(drawable ? 'graph' : 'list');
  const [colourBy, setColourBy] = useState<'type' | 'community'>('type');
  const [hiddenTypes, setHiddenTypes] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const [legend, setLegend] = useState(!narrow);
  const camera = useRef<Camera>(null);
  const types = useMemo(() => graph.types.map(({ type }) => type), [graph.types]);
  const options = useMemo(
    () => network.nodes.map(({ id, name, type }) => ({ value: id, label: name, type })),
    [network],
  );
  const focusedNode = network.nodes.find(({ id }) => id === focused);
  const isDrawn = selected !== undefined && network.nodes.some(({ id }) => id === selected);

  const focus = (id: string) => {
    setFocused(id);
    setSelected(id);
    setView('graph');
  };
  const panel = selected !== undefined && (
    <EntityPanel
      knowledgeBaseId={graph.knowledgeBaseId}
      entityId={selected}
      types={types}
      onChoose={setSelected}
      onClose={() => setSelected(undefined)}
      actions={
        drawable &&
        isDrawn && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFocus2 size={15} aria-hidden />}
            onClick={() => (focused === selected ? setFocused(undefined) : focus(selected))}
          >
            {focused === selected ? t('force.unfocus') : t('force.focus')}
          </Button>
        )
      }
    />
  );

  return (
    <div className={classes.view}>
      <div className={classes.tools}>
        <Select
          aria-label={t('force.search')}
          placeholder={t('force.search')}
          searchable
          clearable
          limit={mostOptions}
          data={options}
          value={isDrawn ? selected : null}
          onChange={(id) => setSelected(id ?? undefined)}
          nothingFoundMessage={t('force.searchNone')}
          renderOption={({ option }) => (
            <span className={classes.option}>
              <span>{option.label}</span>
              <Text span size="xs" c="dimmed">
                {typeName((option as (typeof options)[number]).type)}
              </Text>
            </span>
          )}
          className={classes.search}
        />
        {drawable && (
          <SegmentedControl
            aria-label={t('force.view')}
            value={view}
            onChange={(next) => setView(next as typeof view)}
            data={[
              { value: 'graph', label: t('force.graph') },
              { value: 'list', label: t('force.list') },
            ]}
          />
        )}
        {view === 'graph' && (
          <SegmentedControl
            aria-label={t('force.colours')}
            value={colourBy}
            onChange={(next) => setColourBy(next as typeof colourBy)}
            data={[
              { value: 'type', label: t('force.byType') },
              { value: 'community', label: t('force.byCommunity') },
            ]}
          />
        )}
        <Text size="sm" c="dimmed" className={`numeric ${classes.shown}`}>
          {t('force.shown', {
            shown: format.number(network.nodes.length),
            total: format.number(network.total),
          })}
        </Text>
      </div>
      {!drawable && <Alert color="yellow">{t('force.noWebGl')}</Alert>}
      <div className={classes.stage}>
        {view === 'graph' ? (
          <div className={classes.drawing}>
            <GraphCanvas
              network={network}
              label={t('force.canvas', {
                nodes: format.number(network.nodes.length),
                edges: format.number(network.edges.length),
              })}
              colourBy={colourBy}
              types={types}
              hiddenTypes={hiddenTypes}
              selected={selected}
              focused={focused}
              onSelect={setSelected}
              onFocus={focus}
              camera={camera}
            />
            {focusedNode && (
              <Button
                className={classes.focused}
                variant="default"
                size="compact-sm"
                rightSection={<IconX size={14} aria-hidden />}
                aria-label={t('force.unfocus')}
                onClick={() => setFocused(undefined)}
              >
                {t('force.focused', { name: focusedNode.name })}
              </Button>
            )}
            <div className={classes.zoom}>
              {(
                [
                  ['zoomIn', IconPlus],
                  ['zoomOut', IconMinus],
                  ['fit', IconFocusCentered],
                ] as const
              ).map(([key, Icon]) => (
                <Tooltip key={key} label={t(`force.${key}`)} position="left">
                  <ActionIcon
                    variant="default"
                    size="lg"
                    aria-label={t(`force.${key}`)}
                    onClick={() => camera.current?.[key]()}
                  >
                    <Icon size={17} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              ))}
              <Tooltip label={t('force.legend')} position="left">
                <ActionIcon
                  variant={legend ? 'light' : 'default'}
                  size="lg"
                  aria-label={t('force.legend')}
                  aria-expanded={legend}
                  onClick={() => setLegend(!legend)}
                >
                  <IconPalette size={17} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            </div>
            {legend && (
              <section className={classes.legend} aria-label={t('force.legend')}>
                <GraphLegend
                  graph={graph}
                  network={network}
                  colourBy={colourBy}
                  hiddenTypes={hiddenTypes}
                  onHide={setHiddenTypes}
                />
              </section>
            )}
            {!narrow && selected === undefined && (
              <Text size="xs" c="dimmed" className={classes.hint}>
                {t('force.hint')}
              </Text>
            )}
          </div>
        ) : (
          <div className={classes.list}>
            <EntityTable graph={graph} onChoose={({ id }) => setSelected(id)} />
          </div>
        )}
        {!narrow && panel && <div className={classes.side}>{panel}</div>}
      </div>
      <Drawer.Root
        opened={narrow && selected !== undefined}
        onClose={() => setSelected(undefined)}
        position="bottom"
        size="70%"
        padding={0}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('panel.label')}>
          <Drawer.Body className={classes.sheet}>{panel}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  );
}
