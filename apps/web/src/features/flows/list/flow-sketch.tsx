import type { FlowComponentDescription, FlowGraph } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import classes from './flow-sketch.module.css';

const card = { width: 240, height: 84 };
const space = 24;

/** A small drawing of a flow: its nodes with their icons, and what leads where. */
export function FlowSketch({
  graph,
  components,
}: {
  graph: FlowGraph;
  components: ReadonlyMap<string, FlowComponentDescription>;
}) {
  const { t } = useTranslation('automation');
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const placeOf = (id: string): { x: number; y: number } => {
    const node = byId.get(id);
    if (!node) return { x: 0, y: 0 };
    const around = node.parentId === null ? { x: 0, y: 0 } : placeOf(node.parentId);
    return { x: around.x + node.position.x, y: around.y + node.position.y };
  };
  const boxes = graph.nodes.map((node) => ({
    node,
    ...placeOf(node.id),
    width: node.size?.width ?? card.width,
    height: node.size?.height ?? card.height,
  }));
  const left = Math.min(...boxes.map(({ x }) => x)) - space;
  const top = Math.min(...boxes.map(({ y }) => y)) - space;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + space - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + space - top;
  const boxOf = new Map(boxes.map((box) => [box.node.id, box]));
  return (
    <svg
      className={classes.sketch}
      viewBox={`${left} ${top} ${width} ${height}`}
      role="img"
      aria-label={t('templates.sketch')}
    >
      {boxes
        .filter(({ node }) => node.size)
        .map(({ node, ...box }) => (
          <rect key={node.id} {...box} rx={18} className={classes.body} />
        ))}
      {graph.edges.map(({ id, source, target }) => {
        const [from, to] = [boxOf.get(source), boxOf.get(target)];
        if (!from || !to) return null;
        const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
        const [x2, y2] = [to.x, to.y + to.height / 2];
        const bend = Math.max(40, Math.abs(x2 - x1) / 2);
        return (
          <path
            key={id}
            className={classes.edge}
            d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
          />
        );
      })}
      {boxes
        .filter(({ node }) => !node.size)
        .map(({ node, ...box }) => (
          <g key={node.id}>
            <rect {...box} rx={14} className={classes.node} />
            <g transform={`translate(${box.x + box.width / 2 - 24} ${box.y + box.height / 2 - 24}) scale(2)`}>
              <path className={classes.icon} d={components.get(node.component)?.icon ?? ''} />
            </g>
          </g>
        ))}
    </svg>
  );
}
