import { decideToolCall, type ToolCall } from '@lectern/contract';
import { Button, Card, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import type { AnswerView } from '../turn/answer-view.ts';
import classes from './tool-calls.module.css';

/** The tools that an answer used, one line each, and the card of one that waits for a person. */
export function ToolCalls({ view }: { view: AnswerView }) {
  const { t } = useTranslation('chat');
  const { id: messageId, conversationId, toolCalls, phase } = view;
  return (
    <div className={classes.calls}>
      {toolCalls.map((call) =>
        call.state === 'waiting' && phase !== 'ended' && conversationId !== null && messageId !== null ? (
          <Decision key={call.id} call={call} ids={{ conversationId, messageId }} />
        ) : (
          <p key={call.id} className={classes.line}>
            {call.state === 'failed' || call.state === 'declined' ? (
              <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
            ) : (
              <IconTool size={14} stroke={1.7} aria-hidden />
            )}
            <span>{t(`tools.states.${call.state}`, { name: call.name })}</span>
          </p>
        ),
      )}
    </div>
  );
}

/** Asks whether a call may be made. The answer goes on by itself once that is said, here or on another page. */
function Decision({
  call: { id: toolCallId, name, arguments: given },
  ids,
}: {
  call: ToolCall;
  ids: { conversationId: string; messageId: string };
}) {
  const { t } = useTranslation('chat');
  const [said, setSaid] = useState<boolean>();
  const decide = useApiMutation(decideToolCall, { onError: () => setSaid(undefined) });
  const say = (allow: boolean) => {
    setSaid(allow);
    decide.mutate({ params: { ...ids, toolCallId }, body: { allow } });
  };
  const titleId = `tool-${toolCallId}`;
  return (
    <Card component="section" padding="sm" withBorder role="alert" aria-labelledby={titleId}>
      <Text fw={600} size="sm" id={titleId}>
        {t('tools.ask')}
      </Text>
      <Text size="sm" className="break-anywhere">
        {name}
      </Text>
      <Arguments text={given} />
      <Group gap={8} mt={10}>
        <Button size="xs" loading={said === true} disabled={said === false} onClick={() => say(true)}>
          {t('tools.allow')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={said === false}
          disabled={said === true}
          onClick={() => say(false)}
        >
          {t('tools.decline')}
        </Button>
      </Group>
    </Card>
  );
}

function Arguments({ text }: { text: string }) {
  const fields = readFields(text);
  if (fields === undefined) return <pre className={classes.raw}>{text}</pre>;
  if (fields.length === 0) return null;
  return (
    <dl className={classes.arguments}>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a model wrote, field by field; undefined where it cannot be read, as when it was cut. */
function readFields(text: string): [string, string][] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]);
  } catch {
    return undefined;
  }
}
