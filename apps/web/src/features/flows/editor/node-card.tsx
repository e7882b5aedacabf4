import type { FlowComponentDescription, FlowNode, FlowStep } from '@lectern/contract';
import { Loader, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, NodeResizer, Position } from '@xyflow/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ComponentIcon } from './component-icon.tsx';
import type { Port } from './graph-edits.ts';
import classes from './node-card.module.css';

export type NodeData = {
  node: FlowNode;
  component: FlowComponentDescription | undefined;
  ports: Port[];
  /** Words of the problems of the node. */
  problems: string[];
  step: FlowStep | undefined;
  /** Runs of the editor stop before it. */
  hasBreakpoint: boolean;
  onResize: (id: string, size: { width: number; height: number }) => void;
};

export type CanvasNode = Node<NodeData, 'step' | 'body' | 'note'>;

/** A node on the canvas: what it is, its ways out, what is wrong with it, and how its last step went. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CanvasNode>) {
  const { node, component, ports, problems, step, hasBreakpoint } = data;
  return (
    <div className={classes.card} data-selected={selected || undefined} data-status={step?.status}>
      {component?.hasInput !== false && (
        <Handle type="target" position={Position.Left} id="in" className={classes.handle} />
      )}
      {hasBreakpoint && <BreakpointMark />}
      <NodeHead node={node} component={component} problems={problems} step={step} />
      <Ports ports={ports} />
    </div>
  );
});

function NodeHead({
  node,
  component,
  problems,
  step,
}: Pick<NodeData, 'node' | 'component' | 'problems' | 'step'>) {
  return (
    <div className={classes.head}>
      <span className={classes.icon} data-category={component?.category}>
        <ComponentIcon path={component?.icon ?? 'M12 8v5M12 16v.01M12 3l9 17H3z'} />
      </span>
      <span className={classes.title}>
        <span className={classes.name}>{node.name}</span>
        <span className={classes.kind}>{component?.name ?? node.component}</span>
      </span>
      {problems.length > 0 && <ProblemMark problems={problems} />}
      {step && <StepMark step={step} />}
    </div>
  );
}

function BreakpointMark() {
  const { t } = useTranslation('flows');
  return <span className={classes.breakpoint} role="img" aria-label={t('canvas.breakpoint')} />;
}

function ProblemMark({ problems }: { problems: string[] }) {
  const { t } = useTranslation('flows');
  return (
    <Tooltip label={problems.join(' ')} multiline maw={280}>
      <span className={classes.problem}>
        <IconAlertTriangle size={16} aria-label={t('canvas.hasProblems', { count: problems.length })} />
      </span>
    </Tooltip>
  );
}

function StepMark({ step }: { step: FlowStep }) {
  const { t } = useTranslation('flows');
  const label = t(`run.status.${step.status}`);
  if (step.status === 'running') return <Loader size={14} aria-label={label} />;
  const Icon = { succeeded: IconCheck, failed: IconX, waiting: IconClock }[step.status];
  return (
    <span className={classes.mark} data-status={step.status}>
      <Icon size={15} stroke={2.2} aria-label={label} />
    </span>
  );
}

function Ports({ ports }: { ports: Port[] }) {
  const [only, ...others] = ports;
  if (only && others.length === 0)
    return <Handle type="source" position={Position.Right} id={only.id} className={classes.handle} />;
  return (
    <ul className={classes.ports}>
      {ports.map(({ id, label }) => (
        <li key={id} className={classes.port} data-error={id === 'error' || undefined}>
          <span>{label || '…'}</span>
          <Handle type="source" position={Position.Right} id={id} className={classes.handle} />
        </li>
      ))}
    </ul>
  );
}

/** A node that holds others, or frames them. */
export const BodyCard = memo(function BodyCard({ data, selected }: NodeProps<CanvasNode>) {
  const { node, component, ports, problems, step, hasBreakpoint, onResize } = data;
  return (
    <div
      className={classes.body}
      data-selected={selected || undefined}
      data-status={step?.status}
      data-group={component?.isNote || undefined}
    >
      <NodeResizer
        isVisible={selected}
        minWidth={260}
        minHeight={140}
        onResizeEnd={(_, { width, height }) => onResize(node.id, { width, height })}
      />
      {component?.hasInput !== false && !component?.isNote && (
        <Handle type="target" position={Position.Left} id="in" className={classes.handle} />
      )}
      {hasBreakpoint && <BreakpointMark />}
      <NodeHead node={node} component={component} problems={problems} step={step} />
      {!component?.isNote && <Ports ports={ports} />}
    </div>
  );
});

/** Words on the canvas. */
export const NoteCard = memo(function NoteCard({ data, selected }: NodeProps<CanvasNode>) {
  const { node, onResize } = data;
  return (
    <div className={classes.note} data-selected={selected || undefined}>
      <NodeResizer
        isVisible={selected}
        minWidth={120}
        minHeight={60}
        onResizeEnd={(_, { width, height }) => onResize(node.id, { width, height })}
      />
      {String(node.options.text ?? '') || node.name}
    </div>
  );
});
