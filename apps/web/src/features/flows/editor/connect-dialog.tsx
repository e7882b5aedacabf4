import type { FlowGraph, FlowNode } from '@lectern/contract';
import { ActionIcon, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { type Components, connect, mayConnect, portsOf } from './graph-edits.ts';

type Props = {
  node: FlowNode;
  graph: FlowGraph;
  components: Components;
  onChange: (edit: (graph: FlowGraph) => FlowGraph, said: string) => void;
  onClose: () => void;
};

/** Connects a node without a mouse: by which way out, and to which node. Connections can be removed here as well. */
export function ConnectDialog({ node, graph, components, onChange, onClose }: Props) {
  const { t } = useTranslation('flows');
  const component = components.get(node.component);
  const ports = component ? portsOf(component, node, t('canvas.errorPort')) : [];
  const [port, setPort] = useState(ports[0]?.id ?? null);
  const [target, setTarget] = useState<string | null>(null);
  const nameOf = (id: string) => graph.nodes.find((one) => one.id === id)?.name ?? id;
  const labelOf = (id: string) => ports.find((one) => one.id === id)?.label || id;
  const leaving = graph.edges.filter(({ source }) => source === node.id);
  const targets = graph.nodes.filter(
    ({ id }) =>
      mayConnect(graph, components, { source: node.id, target: id }) &&
      !leaving.some((edge) => edge.port === port && edge.target === id),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!port || !target) return;
    const said = t('said.connected', { from: node.name, to: nameOf(target) });
    onChange((now) => connect(now, { source: node.id, port, target }), said);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('connect.title', { name: node.name })}>
      <Stack component="form" gap="sm" onSubmit={submit}>
        {leaving.length > 0 && (
          <Stack component="ul" className="plain-list" gap={2} m={0} p={0} aria-label={t('connect.existing')}>
            {leaving.map(({ id, port: way, target: to }) => (
              <Group component="li" key={id} justify="space-between" wrap="nowrap">
                <Text size="sm" className="break-anywhere">
                  {ports.length > 1 && `${labelOf(way)} `}→ {nameOf(to)}
                </Text>
                <ActionIcon
                  size="sm"
                  aria-label={t('connect.remove', { name: nameOf(to) })}
                  onClick={() =>
                    onChange(
                      (now) => ({ ...now, edges: now.edges.filter((edge) => edge.id !== id) }),
                      t('said.disconnected', { from: node.name, to: nameOf(to) }),
                    )
                  }
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        )}
        {ports.length > 1 && (
          <Select
            label={t('connect.port')}
            data={ports.map(({ id, label }) => ({ value: id, label: label || id }))}
            allowDeselect={false}
            value={port}
            onChange={setPort}
          />
        )}
        <Select
          label={t('connect.target')}
          searchable
          data-autofocus
          data={targets.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={t('connect.none')}
          value={target}
          onChange={setTarget}
        />
        <DialogActions label={t('connect.button')} disabled={!port || !target} onCancel={onClose} />
      </Stack>
    </Modal>
  );
}
