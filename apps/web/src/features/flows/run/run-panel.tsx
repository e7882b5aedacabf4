import type { FlowGraph, FlowStep, Json } from '@lectern/contract';
import { ActionIcon, Alert, Box, Button, Group, Stack, Text, Textarea, Tooltip } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconSend, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FlowFormFields } from '../../../ui/form/flow-form-fields.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { AwaitedForm } from './awaited-form.tsx';
import { beginFieldsOf } from './begin-fields.ts';
import { PostText } from './post-text.tsx';
import classes from './run-panel.module.css';
import { StepList } from './step-list.tsx';
import type { ShownRun } from './use-flow-run.ts';

type Props = {
  run: ShownRun;
  graph: FlowGraph;
  /** Saves what is open, so that the run is of what the person sees. */
  flush: () => Promise<unknown>;
  onSelect: (nodeId: string) => void;
  onClose: () => void;
};

/** Tries the draft out: the conversation with it, and below it each step with what it took and gave. */
export function RunPanel({ run, graph, flush, onSelect, onClose }: Props) {
  const { t } = useTranslation(['flows', 'shell']);
  const [text, setText] = useState('');
  const [inputs, setInputs] = useState<Record<string, Json>>({});
  const waiting = run.steps.find(({ awaits }) => awaits !== null);
  const fields = beginFieldsOf(graph);
  const mayWrite = !run.busy && (run.run?.state !== 'waiting' || waiting?.awaits?.kind === 'message');
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const question = text.trim();
    if (!mayWrite || (question === '' && fields.length === 0)) return;
    setText('');
    if (run.run?.state === 'waiting' && waiting?.awaits?.kind === 'message')
      await run.answer(waiting.key, { kind: 'message', text: question });
    else {
      await flush();
      await run.start({ question, inputs });
    }
  };
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" p="sm" className={classes.head}>
        <Text component="h2" fw={620} m={0}>
          {t('run.title')}
        </Text>
        <Group gap={4} wrap="nowrap">
          {run.busy && (
            <Tooltip label={t('run.cancel')}>
              <ActionIcon aria-label={t('run.cancel')} onClick={() => void run.cancel()}>
                <IconPlayerStop size={17} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('run.reset')}>
            <ActionIcon aria-label={t('run.reset')} disabled={!run.run} onClick={run.reset}>
              <IconRefresh size={17} />
            </ActionIcon>
          </Tooltip>
          <ActionIcon aria-label={t('shell:actions.close')} onClick={onClose}>
            <IconX size={17} />
          </ActionIcon>
        </Group>
      </Group>
      <Stack gap="sm" p="sm" className={classes.scroll} aria-live="polite">
        {run.turns.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('run.hint')}
          </Text>
        )}
        {run.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only appended.
          <Box key={index}>
            {turn.question !== '' && <div className={classes.question}>{turn.question}</div>}
            {turn.posts.map((post, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: posts are only appended.
              <PostText key={place} post={post} />
            ))}
          </Box>
        ))}
        {run.writing !== '' && (
          <Box className={classes.post}>
            <Markdown text={run.writing} />
          </Box>
        )}
        {run.run?.state === 'finished' && run.turns.at(-1)?.posts.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('run.nothingShown')}
          </Text>
        )}
        {run.run?.error && (
          <Alert color="red" p="xs">
            {run.run.error.message}
          </Alert>
        )}
        <FormError error={run.error} />
        {waiting && <Awaited step={waiting} run={run} />}
        {run.steps.length > 0 && <StepList steps={run.steps} graph={graph} onSelect={onSelect} />}
      </Stack>
      <Box component="form" p="sm" className={classes.foot} onSubmit={(event) => void send(event)}>
        {!run.run && fields.length > 0 && (
          <FlowFormFields fields={fields} values={inputs} onChange={setInputs} />
        )}
        <Group gap={8} wrap="nowrap" align="flex-end">
          <Textarea
            flex={1}
            autosize
            maxRows={6}
            aria-label={t('run.message')}
            placeholder={t('run.message')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
                event.preventDefault();
                void send();
              }
            }}
          />
          <ActionIcon
            type="submit"
            variant="filled"
            size={36}
            aria-label={t('run.send')}
            disabled={!mayWrite || (text.trim() === '' && fields.length === 0)}
          >
            <IconSend size={17} />
          </ActionIcon>
        </Group>
      </Box>
    </div>
  );
}

function Awaited({ step, run }: { step: FlowStep; run: ShownRun }) {
  const { t } = useTranslation('flows');
  const { awaits, key } = step;
  if (run.busy || awaits === null || awaits.kind === 'message') return null;
  if (awaits.kind === 'breakpoint')
    return (
      <Button size="compact-sm" onClick={() => void run.answer(key, { kind: 'go' })}>
        {t('run.goOn')}
      </Button>
    );
  return (
    <AwaitedForm
      text={awaits.text}
      fields={awaits.fields}
      onSubmit={(values) => void run.answer(key, { kind: 'form', values })}
    />
  );
}
