import type { MindMapNode } from '@lectern/contract';
import { ActionIcon, Button, Flex, Text, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { layOut, type Placed } from './lay-out.ts';
import { buildTree, foldDeep, listFoldable, listVisible, type MapNode } from './map-tree.ts';
import classes from './mind-map.module.css';
import { usePanZoom } from './use-pan-zoom.ts';

type MindMapProps = { nodes: readonly MindMapNode[]; onOpen: (node: MindMapNode) => void };

/** A document's tree: folded and unfolded, moved about, and every name a way to its passage. */
export function MindMap({ nodes, onOpen }: MindMapProps) {
  const { t } = useTranslation('graph');
  const root = useMemo(() => buildTree(nodes) as MapNode, [nodes]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => foldDeep(root));
  const [active, setActive] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layOut(root, folded), [root, folded]);
  const { view, fit, zoomBy, reveal } = usePanZoom(frame, layout.bounds);
  const items = useRef(new Map<number, SVGGElement>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document; later it is the reader who moves it.
  useEffect(fit, [root]);

  const toggle = (place: number) => {
    const next = new Set(folded);
    if (!next.delete(place)) next.add(place);
    setFolded(next);
  };
  const moveTo = (node: MapNode | undefined) => {
    if (!node) return;
    setActive(node.place);
    items.current.get(node.place)?.focus({ preventScroll: true });
    const at = layout.placed.find((placed) => placed.node.place === node.place);
    if (at) reveal(at.x, at.y, at.width);
  };

  function onKeyDown(event: KeyboardEvent): void {
    const visible = listVisible(root, folded);
    const at = visible.findIndex(({ place }) => place === active);
    const node = visible[at];
    if (!node) return;
    const isFolded = folded.has(node.place);
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(visible[at + 1]),
      ArrowUp: () => moveTo(visible[at - 1]),
      ArrowRight: () => (isFolded ? toggle(node.place) : moveTo(node.children[0])),
      ArrowLeft: () =>
        node.children.length > 0 && !isFolded
          ? toggle(node.place)
          : moveTo(visible.find(({ place }) => place === node.parent)),
      Home: () => moveTo(visible[0]),
      End: () => moveTo(visible.at(-1)),
      ' ': () => node.children.length > 0 && toggle(node.place),
      Enter: () => onOpen(node),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  return (
    <Flex flex={1} direction="column" mih={0}>
      <div className={classes.tools}>
        <Button size="compact-sm" variant="default" onClick={() => setFolded(new Set())}>
          {t('map.expandAll')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setFolded(new Set(listFoldable(root)))}>
          {t('map.collapseAll')}
        </Button>
        <Text size="xs" c="dimmed" className={classes.hint}>
          {t('map.hint')}
        </Text>
        <Flex gap={4} ml="auto">
          {(
            [
              ['zoomOut', IconMinus, () => zoomBy(1 / 1.3)],
              ['zoomIn', IconPlus, () => zoomBy(1.3)],
              ['fit', IconFocusCentered, fit],
            ] as const
          ).map(([key, Icon, act]) => (
            <Tooltip key={key} label={t(`map.${key}`)}>
              <ActionIcon variant="default" aria-label={t(`map.${key}`)} onClick={act}>
                <Icon size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          ))}
        </Flex>
      </div>
      <div ref={frame} className={classes.frame} role="tree" aria-label={t('map.tree')} onKeyDown={onKeyDown}>
        <svg className={classes.svg} role="presentation">
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            {layout.branches.map(({ key, path }) => (
              <path key={key} d={path} className={classes.branch} />
            ))}
            {layout.placed.map((placed) => (
              <Item
                key={placed.node.place}
                placed={placed}
                folded={folded.has(placed.node.place)}
                active={placed.node.place === active}
                onOpen={() => {
                  setActive(placed.node.place);
                  onOpen(placed.node);
                }}
                onToggle={() => {
                  setActive(placed.node.place);
                  toggle(placed.node.place);
                }}
                keep={(element) => {
                  if (element) items.current.set(placed.node.place, element);
                  else items.current.delete(placed.node.place);
                }}
              />
            ))}
          </g>
        </svg>
      </div>
    </Flex>
  );
}

type ItemProps = {
  placed: Placed;
  folded: boolean;
  active: boolean;
  onOpen: () => void;
  onToggle: () => void;
  keep: (element: SVGGElement | null) => void;
};

function Item({ placed, folded, active, onOpen, onToggle, keep }: ItemProps) {
  const { node, x, y, width, depth } = placed;
  const { label, kind, children } = node;
  return (
    <g
      ref={keep}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={children.length > 0 ? !folded : undefined}
      aria-selected={active}
      aria-label={label}
      tabIndex={active ? 0 : -1}
      className={classes.item}
      data-kind={kind}
      transform={`translate(${x} ${y})`}
      onClick={onOpen}
    >
      <title>{label}</title>
      <rect x={0} y={-12} width={width} height={24} rx={7} className={classes.plate} />
      <foreignObject x={0} y={-12} width={width - (children.length > 0 ? 14 : 0)} height={24}>
        <div className={classes.label}>{label}</div>
      </foreignObject>
      {children.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Space does the same for the item it belongs to.
        <g
          className={classes.knob}
          transform={`translate(${width} 0)`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <circle r={14} className={classes.reach} />
          <circle r={7} className={classes.circle} data-folded={folded || undefined} />
          {folded && (
            <text className={classes.count} textAnchor="middle" dy="0.35em">
              {children.length > 99 ? '…' : children.length}
            </text>
          )}
        </g>
      )}
    </g>
  );
}
