import type { KnowledgeGraph } from '@lectern/contract';
import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Drawer,
  Flex,
  SegmentedControl,
  Select,
  Text,
  Tooltip,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFocus2, IconFocusCentered, IconMinus, IconPalette, IconPlus, IconX } from '@tabler/icons-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
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

type View = 'graph' | 'list';
type ColourBy = 'type' | 'community';

/** What is shown of the graph, and what of it is chosen. */
function useForceState(network: Network, drawable: boolean, narrow: boolean) {
  const [view, setView] = useState<View>(drawable ? 'graph' : 'list');
  const [colourBy, setColourBy] = useState<ColourBy>('type');
  const [selected, setSelected] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const [hiddenTypes, setHiddenTypes] = useState<ReadonlySet<string>>(new Set());
  const [legend, setLegend] = useState(!narrow);
  return {
    hiddenTypes,
    setHiddenTypes,
    legend,
    setLegend,
    view,
    setView,
    colourBy,
    setColourBy,
    selected,
    setSelected,
    /** The network holds the most important entities only; the list has all. */
    isDrawn: selected !== undefined && network.nodes.some(({ id }) => id === selected),
    focused,
    focus: (id: string) => {
      setFocused(id);
      setSelected(id);
      setView('graph');
    },
    unfocus: () => setFocused(undefined),
  };
}

type ForceState = ReturnType<typeof useForceState>;
type PartProps = { graph: KnowledgeGraph; network: Network; state: ForceState };

/** The graph over the whole window: drawn or as a list, with the chosen entity next to it. */
export function ForceView({ graph, network }: { graph: KnowledgeGraph; network: Network }) {
  const { t } = useTranslation('graph');
  const drawable = useMemo(canDraw, []);
  const narrow = useMediaQuery('(max-width: 62em)', window.matchMedia('(max-width: 62em)').matches);
  const state = useForceState(network, drawable, narrow);
  const { selected, setSelected, focused } = state;
  const types = useMemo(() => graph.types.map(({ type }) => type), [graph.types]);
  const close = () => setSelected(undefined);

  const panel = selected !== undefined && (
    <EntityPanel
      knowledgeBaseId={graph.knowledgeBaseId}
      entityId={selected}
      types={types}
      onChoose={setSelected}
      onClose={close}
      actions={
        drawable &&
        state.isDrawn && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFocus2 size={15} aria-hidden />}
            onClick={() => (focused === selected ? state.unfocus() : state.focus(selected))}
          >
            {t(focused === selected ? 'force.unfocus' : 'force.focus')}
          </Button>
        )
      }
    />
  );

  return (
    <Flex flex={1} direction="column" mih={0}>
      <Tools network={network} state={state} drawable={drawable} />
      {!drawable && <Alert color="yellow">{t('force.noWebGl')}</Alert>}
      <Flex flex={1} mih={0}>
        {state.view === 'graph' ? (
          <Drawing graph={graph} network={network} state={state} types={types} narrow={narrow} />
        ) : (
          <div className={classes.list}>
            <EntityTable graph={graph} onChoose={({ id }) => setSelected(id)} />
          </div>
        )}
        {!narrow && panel && <div className={classes.side}>{panel}</div>}
      </Flex>
      <Drawer.Root
        opened={narrow && selected !== undefined}
        onClose={close}
        position="bottom"
        size="70%"
        padding={0}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('panel.label')}>
          <Drawer.Body h="100%">{panel}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </Flex>
  );
}

/** Search, and what is drawn how. */
function Tools({ network, state, drawable }: Omit<PartProps, 'graph'> & { drawable: boolean }) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const typeName = useTypeName();
  const options = useMemo(
    () => network.nodes.map(({ id, name, type }) => ({ value: id, label: name, type })),
    [network],
  );
  return (
    <div className={classes.tools}>
      <Select
        aria-label={t('force.search')}
        placeholder={t('force.search')}
        searchable
        clearable
        limit={mostOptions}
        data={options}
        value={state.isDrawn ? (state.selected ?? null) : null}
        onChange={(id) => state.setSelected(id ?? undefined)}
        nothingFoundMessage={t('force.searchNone')}
        renderOption={({ option }) => (
          <Flex component="span" className="break-anywhere" direction="column" miw={0}>
            <span>{option.label}</span>
            <Text span size="xs" c="dimmed">
              {typeName((option as (typeof options)[number]).type)}
            </Text>
          </Flex>
        )}
        className={classes.search}
      />
      {drawable && (
        <SegmentedControl
          aria-label={t('force.view')}
          value={state.view}
          onChange={(next) => state.setView(next as View)}
          data={[
            { value: 'graph', label: t('force.graph') },
            { value: 'list', label: t('force.list') },
          ]}
        />
      )}
      {state.view === 'graph' && (
        <SegmentedControl
          aria-label={t('force.colours')}
          value={state.colourBy}
          onChange={(next) => state.setColourBy(next as ColourBy)}
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
  );
}

type DrawingProps = PartProps & { types: string[]; narrow: boolean };

/** The drawn network with its legend and the buttons that move it. */
function Drawing({ graph, network, state, types, narrow }: DrawingProps) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const camera = useRef<Camera>(null);
  const { colourBy, selected, focused, hiddenTypes, setHiddenTypes, legend, setLegend } = state;
  const focusedNode = network.nodes.find(({ id }) => id === focused);
  return (
    <Box pos="relative" flex={1} miw={0}>
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
        onSelect={state.setSelected}
        onFocus={state.focus}
        camera={camera}
      />
      {focusedNode && (
        <Button
          className={classes.focused}
          variant="default"
          size="compact-sm"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('force.unfocus')}
          onClick={state.unfocus}
        >
          {t('force.focused', { name: focusedNode.name })}
        </Button>
      )}
      <CameraButtons camera={camera} legend={legend} onLegend={setLegend} />
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
    </Box>
  );
}

type CameraButtonsProps = {
  camera: RefObject<Camera | null>;
  legend: boolean;
  onLegend: (shown: boolean) => void;
};

const cameraButtons = [
  ['zoomIn', IconPlus],
  ['zoomOut', IconMinus],
  ['fit', IconFocusCentered],
] as const;

function CameraButtons({ camera, legend, onLegend }: CameraButtonsProps) {
  const { t } = useTranslation('graph');
  return (
    <div className={classes.zoom}>
      {cameraButtons.map(([key, Icon]) => (
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
          onClick={() => onLegend(!legend)}
        >
          <IconPalette size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
