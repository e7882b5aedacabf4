import type { Assistant, AssistantSummary } from '@lectern/contract';
import type { RefObject } from 'react';
import type { LiveTurn } from '../turn/use-turn.ts';
import { Composer } from './composer.tsx';
import { AwaitedForm, StartForm } from './flow-form.tsx';
import { PromptDetails } from './prompt-details.tsx';
import type { Asking } from './use-ask.ts';

type Props = {
  assistant: AssistantSummary;
  variables: Assistant['variables'];
  asking: Asking;
  turn: LiveTurn | null;
  initialText: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onSend: (content: string) => boolean;
  onStop: () => void;
};

/** The field to ask in with what the assistant needs to know, or the form that its flow waits for. */
export function AskArea({
  assistant,
  variables,
  asking,
  turn,
  initialText,
  fieldRef,
  onSend,
  onStop,
}: Props) {
  const { details, files, named, form, pending } = asking;
  if (form.awaited && turn === null && pending === null) return <AwaitedForm form={form} onSend={onSend} />;
  return (
    <Composer
      fieldRef={fieldRef}
      assistant={assistant}
      initialText={initialText}
      streaming={turn !== null && turn.phase !== 'ended'}
      mayStop={Boolean(turn?.answer)}
      onSend={onSend}
      onStop={onStop}
      {...(assistant.flow ? {} : { files, named })}
      above={
        <>
          <PromptDetails variables={variables} {...details.fields} />
          <StartForm form={form} />
        </>
      }
    />
  );
}
