import { type FlowGraph, type FlowNode, getFlowRun, type Json, listFlowRuns } from '@lectern/contract';
import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import type { Components } from '../editor/graph-edits.ts';
import { type FeedingOutput, listFeedingOutputs, readTyped } from './feeding-outputs.ts';
import { asShown } from './step-data.tsx';
import type { RunStart, ShownRun } from './use-flow-run.ts';

type Props = {
  node: FlowNode;
  graph: FlowGraph;
  components: Components;
  flowId: string;
  run: ShownRun;
  onStart: (start: RunStart) => void;
  onClose: () => void;
};

/** Runs one node alone, with what earlier nodes put out last; each of it can be changed before. */
export function NodeRunDialog({ node, flowId, run, onClose, ...props }: Props) {
  const { t } = useTranslation('flows');
  const shown = run.run?.onlyNode === null ? run.run : undefined;
  const newest = useApiQuery(
    listFlowRuns,
    { params: { flowId }, query: { pageSize: 20 } },
    { enabled: !shown, staleTime: 0 },
  );
  const lastId = shown?.id ?? newest.data?.items.find(({ onlyNode }) => onlyNode === null)?.id;
  const last = useApiQuery(
    getFlowRun,
    { params: { flowRunId: lastId ?? '' } },
    { enabled: lastId !== undefined, staleTime: 0 },
  );
  const isReady =
    shown || newest.isError || (newest.data && !lastId) ? !lastId || !last.isPending : !last.isPending;
  return (
    <Modal opened onClose={onClose} title={t('nodeRun.title', { name: node.name })} size="lg">
      {isReady ? (
        <NodeRunForm
          {...props}
          node={node}
          question={last.data?.messages.at(-1) ?? ''}
          fromRunId={last.data?.id ?? null}
          feeding={listFeedingOutputs(props.graph, props.components, node, last.data?.steps ?? [])}
          onClose={onClose}
        />
      ) : (
        <SkeletonText />
      )}
    </Modal>
  );
}

function NodeRunForm({
  node,
  question: lastQuestion,
  fromRunId,
  feeding,
  onStart,
  onClose,
}: Pick<Props, 'node' | 'onStart' | 'onClose'> & {
  question: string;
  fromRunId: string | null;
  feeding: FeedingOutput[];
}) {
  const { t } = useTranslation('flows');
  const [question, setQuestion] = useState(lastQuestion);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const outputs: Record<string, Record<string, Json>> = {};
    for (const { nodeId, name, value } of feeding) {
      const text = typed[`${nodeId}.${name}`];
      if (text !== undefined) outputs[nodeId] = { ...outputs[nodeId], [name]: readTyped(text, value) };
      else if (value === undefined) outputs[nodeId] = { ...outputs[nodeId], [name]: '' };
    }
    onStart({ question, onlyNode: { nodeId: node.id, fromRunId, outputs } });
    onClose();
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Text size="sm" c="dimmed">
        {t(fromRunId === null ? 'nodeRun.textWithoutRun' : 'nodeRun.text')}
      </Text>
      <Textarea
        label={t('nodeRun.question')}
        autosize
        maxRows={4}
        maxLength={8_000}
        data-autofocus
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      {feeding.map(({ nodeId, nodeName, name, value }) => {
        const key = `${nodeId}.${name}`;
        return (
          <Textarea
            key={key}
            label={`${nodeName} · ${name}`}
            autosize
            minRows={1}
            maxRows={8}
            {...(value === undefined || typeof value === 'string'
              ? {}
              : { styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } })}
            value={typed[key] ?? (value === undefined ? '' : asShown(value))}
            onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
          />
        );
      })}
      <DialogActions label={t('nodeRun.start')} onCancel={onClose} />
    </Stack>
  );
}
