import type { AssistantSummary } from '@lectern/contract';
import { ActionIcon, Textarea, Tooltip } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { AttachButton, FileChips } from '../files/file-chips.tsx';
import type { ConversationFiles } from '../files/use-conversation-files.ts';
import { MentionList } from '../named/mention-list.tsx';
import named from '../named/named.module.css';
import { NamedChips } from '../named/named-chips.tsx';
import { useMention } from '../named/use-mention.ts';
import type { NamedDocuments } from '../named/use-named-documents.ts';
import { DictateButton, DictationBar } from '../voice/dictation.tsx';
import { useDictation } from '../voice/use-dictation.ts';
import { useHasModel } from '../voice/use-voice-models.ts';
import classes from './composer.module.css';

const maxCharacters = 16_000;

/** A placeholder that wraps would make the empty field grow. */
function shorten(name: string): string {
  return name.length > 28 ? `${name.slice(0, 27).trimEnd()}…` : name;
}

type Props = {
  assistant: Pick<AssistantSummary, 'id' | 'name' | 'general'>;
  /** What the field starts with. */
  initialText?: string;
  /** For visitors of a website: without dictation, which takes a member's models, and without the hint. */
  plain?: boolean;
  /** In place of the one that names the assistant. */
  placeholder?: string;
  /** A page's main field: with room for more than a line, and without the hint below. */
  roomy?: boolean;
  /** An answer is under way: the button stops it, and nothing is sent. */
  streaming: boolean;
  /** False when it is too early to stop. */
  mayStop: boolean;
  /** Returns whether the question was taken; what was typed stays otherwise. */
  onSend: (content: string) => boolean;
  onStop: () => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Files that come with the question; absent where none can. */
  files?: ConversationFiles | undefined;
  /** Documents that the question is limited to; absent where none can be named. */
  named?: NamedDocuments | undefined;
  /** Stands above the field, such as details that the assistant asks for. */
  above?: ReactNode;
  /** Stands at the start of the last line of a roomy field. */
  start?: ReactNode;
};

export function Composer(props: Props) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const [text, setText] = useState(props.initialText ?? '');
  const tooLong = text.trim().length > maxCharacters;
  const maySend = text.trim() !== '' && !tooLong && !props.streaming && !props.files?.busy;

  function send() {
    if (maySend && props.onSend(text.trim())) setText('');
  }

  const canDictate = useHasModel('speech_to_text', props.plain !== true);
  const dictation = useDictation(props.assistant.id, (words) => {
    setText((typed) => (typed.trim() === '' ? words : `${typed.trimEnd()} ${words}`));
    props.fieldRef.current?.focus();
  });

  const mention = useMention(props.named, text, (next, cursor) => {
    setText(next);
    const { fieldRef } = props;
    requestAnimationFrame(() => fieldRef.current?.setSelectionRange(cursor, cursor));
  });

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter accepts its suggestion (229 where isComposing is not set).
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (!composing && mention.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  }

  useShortcut('focusQuestion', () => props.fieldRef.current?.focus());
  const label = props.streaming ? t('composer.stop') : t('composer.send');
  return (
    <div className={classes.composer}>
      {props.above}
      <div className={named.anchor}>
        <MentionList mention={mention} />
      </div>
      <div className={classes.box} data-invalid={tooLong || undefined} data-roomy={props.roomy || undefined}>
        {props.named && <NamedChips named={props.named} />}
        {props.files && <FileChips files={props.files} />}
        {canDictate && <DictationBar dictation={dictation} />}
        {props.files && <AttachButton files={props.files} />}
        <Textarea
          ref={props.fieldRef}
          className={classes.field}
          variant="unstyled"
          autosize
          minRows={props.roomy ? 2 : 1}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onSelect={(event) => mention.onCursor(event.currentTarget.selectionEnd)}
          onKeyDown={onKeyDown}
          {...(mention.isOpen && mention.options.length > 0
            ? {
                role: 'combobox',
                'aria-expanded': true,
                'aria-controls': mention.id,
                'aria-activedescendant': `${mention.id}-${mention.current}`,
              }
            : {})}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (!props.files || pasted.length === 0) return;
            event.preventDefault();
            props.files.add(pasted);
          }}
          placeholder={
            props.placeholder ??
            (props.assistant.general
              ? t('composer.placeholderGeneral')
              : t('composer.placeholder', { name: shorten(props.assistant.name) }))
          }
          aria-label={t('composer.label')}
        />
        {props.roomy && <div className={classes.start}>{props.start}</div>}
        {canDictate && <DictateButton dictation={dictation} />}
        <Tooltip label={label}>
          <ActionIcon
            className={classes.send}
            variant="filled"
            color="teal"
            size={36}
            radius="md"
            aria-label={label}
            disabled={props.streaming ? !props.mayStop : !maySend}
            onClick={props.streaming ? props.onStop : send}
          >
            {props.streaming ? <IconPlayerStopFilled size={16} /> : <IconArrowUp size={20} stroke={2} />}
          </ActionIcon>
        </Tooltip>
      </div>
      {(tooLong || !(props.roomy || props.plain)) && (
        <p className={classes.hint} data-invalid={tooLong || undefined}>
          {tooLong
            ? t('composer.tooLong', { count: text.length, formatted: format.number(text.length) })
            : t('composer.hint')}
        </p>
      )}
    </div>
  );
}
