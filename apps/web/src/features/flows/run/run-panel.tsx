import type { FlowGraph, FlowStep, Json } from '@lectern/contract';
import { ActionIcon, Alert, Box, Button, Group, Stack, Text, Textarea, Tooltip } from '@mantine/core';
import { IconListDetails, IconPlayerStop, IconRefresh, IconSend, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FlowFormFields } from '../../../ui/form/flow-form-fields.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { AwaitedForm } from './awaited-form.tsx';
import { beginFieldsOf } from './begin-fields.ts';
import { NothingShown } from './nothing-shown.tsx';
import { Paused } from './paused.tsx';
import { PostText } from './post-text.tsx';
import { RunFacts } from './run-facts.tsx';
import classes from './run-panel.module.css';
import { StepList } from './step-list.tsx';
import type { ShownRun } from './use-flow-run.ts';

type Props = {
  run: ShownRun;
  /** The draft, or the graph of the run that was opened. */
  graph: FlowGraph;
  /** The node whose steps are looked for. */
  selected: string | undefined;
  breakpoints: readonly string[];
  /** Saves what is open, so that the run is of what the person sees. */
  flush: () => Promise<unknown>;
  /** Beside the facts of a run that is over. */
  replay: ReactNode;
  onSelect: (nodeId: string) => void;
  onList: () => void;
  onClose: () => void;
};

/** A run: the conversation with it, and below it each step with what it took and gave. */
export function RunPanel(props: Props) {
  const { run, graph, selected, breakpoints, replay, onSelect } = props;
  const { t } = useTranslation('flows');
  // A chat is continued in its conversation, by whoever has it.
  const isOurs = run.run?.state === 'waiting' && run.run.source === 'editor';
  const waiting = isOurs ? run.steps.filter(({ awaits }) => awaits !== null) : [];
  const isOver = run.run !== undefined && !run.busy && waiting.length === 0;
  return (
    <div className={classes.panel}>
      <Head {...props} />
      <Stack gap="sm" p="sm" className={classes.scroll} aria-live="polite">
        {run.isOpened && run.run && (
          <Text size="xs" c="dimmed">
            {run.run.startedByName} · <FormattedDate at={run.run.startedAt} style="dateTime" />
          </Text>
        )}
        {run.turns.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('run.hint')}
          </Text>
        )}
        {run.run?.onlyNode && (
          <Text size="sm" c="dimmed">
            {t('runs.oneNode')}
          </Text>
        )}
        <Turns run={run} />
        {run.run?.error && (
          <Alert color="red" p="xs">
            {run.run.error.message}
          </Alert>
        )}
        <FormError error={run.error} />
        {waiting.map((step) => (
          <Awaited key={step.key} step={step} run={run} breakpoints={breakpoints} />
        ))}
        {run.run && !run.busy && (
          <Group gap="xs" justify="space-between">
            <RunFacts run={run.run} />
            {isOver && run.run.onlyNode === null && replay}
          </Group>
        )}
        {run.steps.length > 0 && (
          <StepList steps={run.steps} graph={graph} selected={selected} onSelect={onSelect} />
        )}
      </Stack>
      <Foot {...props} waiting={waiting} />
    </div>
  );
}

function Head({ run, onList, onClose }: Props) {
  const { t } = useTranslation(['flows', 'shell']);
  return (
    <Group justify="space-between" wrap="nowrap" p="sm" className={classes.head}>
      <Text component="h2" fw={620} m={0}>
        {t(run.isOpened ? 'runs.one' : 'run.title')}
      </Text>
      <Group gap={4} wrap="nowrap">
        {run.busy && (
          <Tooltip label={t('run.cancel')}>
            <ActionIcon aria-label={t('run.cancel')} onClick={() => void run.cancel()}>
              <IconPlayerStop size={17} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('runs.title')}>
          <ActionIcon aria-label={t('runs.title')} onClick={onList}>
            <IconListDetails size={17} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t(run.isOpened ? 'runs.backToDraft' : 'run.reset')}>
          <ActionIcon
            aria-label={t(run.isOpened ? 'runs.backToDraft' : 'run.reset')}
            disabled={!run.run}
            onClick={run.reset}
          >
            <IconRefresh size={17} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon aria-label={t('shell:actions.close')} onClick={onClose}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
    </Group>
  );
}

function Turns({ run }: Pick<Props, 'run'>) {
  return (
    <>
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
      {run.run?.state === 'finished' && !run.run.onlyNode && run.turns.at(-1)?.posts.length === 0 && (
        <NothingShown graph={run.run.graph} steps={run.steps} />
      )}
    </>
  );
}

/** Where the person writes: the first message of a run, or the next one. */
function Foot({ run, graph, breakpoints, flush, waiting }: Props & { waiting: FlowStep[] }) {
  const { t } = useTranslation('flows');
  const [text, setText] = useState('');
  const [inputs, setInputs] = useState<Record<string, Json>>({});
  const fields = beginFieldsOf(graph);
  const [asks] = waiting.filter(({ awaits }) => awaits?.kind === 'message');
  const mayWrite = !run.busy && (run.run?.state !== 'waiting' || asks !== undefined);
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const question = text.trim();
    if (!mayWrite || (question === '' && fields.length === 0)) return;
    setText('');
    if (asks) await run.answer(asks.key, { kind: 'message', text: question });
    else {
      await flush();
      await run.start({ question, inputs, breakpoints: [...breakpoints] });
    }
  };
  // What is over is not written to: the draft is run after going back to it.
  if (run.isOpened && !asks)
    return (
      <Box p="sm" className={classes.foot}>
        <Button variant="default" fullWidth onClick={run.reset}>
          {t('runs.backToDraft')}
        </Button>
      </Box>
    );
  return (
    <Box component="form" p="sm" className={classes.foot} onSubmit={(event) => void send(event)}>
      {!run.run && fields.length > 0 && (
        <FlowFormFields fields={fields} values={inputs} onChange={setInputs} />
      )}
      <Group gap={8} wrap="nowrap" align="flex-end">
        <Textarea
          flex={1}
          autosize
          maxRows={6}
          data-run-message
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
  );
}

function Awaited({
  step,
  run,
  breakpoints,
}: {
  step: FlowStep;
  run: ShownRun;
  breakpoints: readonly string[];
}) {
  const { awaits, key } = step;
  if (run.busy || awaits === null || awaits.kind === 'message') return null;
  if (awaits.kind === 'breakpoint') return <Paused step={step} run={run} breakpoints={breakpoints} />;
  return (
    <AwaitedForm
      text={awaits.text}
      fields={awaits.fields}
      onSubmit={(values) => void run.answer(key, { kind: 'form', values })}
    />
  );
}
