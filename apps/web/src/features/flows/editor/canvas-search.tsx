import type { FlowGraph } from '@lectern/contract';
import { ActionIcon, Group, Paper, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './flow-editor.module.css';
import type { Components } from './graph-edits.ts';
import { searchNodes } from './walk-order.ts';

/** Finds nodes by name, kind or text and goes from one to the next. */
export function CanvasSearch({
  graph,
  components,
  onShow,
  onClose,
}: {
  graph: FlowGraph;
  components: Components;
  onShow: (nodeId: string) => void;
  onClose: (shown: string | undefined) => void;
}) {
  const { t } = useTranslation(['flows', 'shell']);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = searchNodes(graph, components, text);
  const shown = found[Math.min(at, found.length - 1)];
  const show = (ids: string[], place: number) => {
    setAt(place);
    const id = ids[place];
    if (id !== undefined) onShow(id);
  };
  const go = (by: number) => {
    if (found.length > 0) show(found, (at + by + found.length) % found.length);
  };
  return (
    <Paper className={classes.search} shadow="md" p={6} role="search">
      <Group gap={4} wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          autoFocus
          aria-label={t('find.label')}
          placeholder={t('find.label')}
          value={text}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setText(next);
            show(searchNodes(graph, components, next), 0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape') onClose(shown);
            else return;
            event.preventDefault();
          }}
        />
        <Text size="xs" c="dimmed" className="nowrap numeric" aria-live="polite">
          {text.trim() !== '' &&
            (found.length === 0
              ? t('find.none')
              : t('find.place', { place: Math.min(at, found.length - 1) + 1, total: found.length }))}
        </Text>
        <ActionIcon size="sm" aria-label={t('find.previous')} disabled={!shown} onClick={() => go(-1)}>
          <IconChevronUp size={15} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={t('find.next')} disabled={!shown} onClick={() => go(1)}>
          <IconChevronDown size={15} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={t('shell:actions.close')} onClick={() => onClose(shown)}>
          <IconX size={15} />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
