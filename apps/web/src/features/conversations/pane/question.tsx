import type { Message } from '@lectern/contract';
import { ActionIcon, Box, Button, Flex, Group, Textarea, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BranchWalker } from '../branches/branch-walker.tsx';
import { AskedFiles } from '../files/asked-files.tsx';
import { AskedDocuments } from '../named/named-chips.tsx';
import classes from './messages.module.css';

const maxCharacters = 16_000;

type Props = {
  text: string /** Who asked; the reader unless said otherwise. */;
  label?: string;
  files?: Message['files'];
  documents?: Message['documents'];
  children?: React.ReactNode;
};

export function Question({ text, label, files = [], documents = [], children }: Props) {
  const { t } = useTranslation('chat');
  return (
    <Flex
      component="article"
      className={classes.question}
      direction="column"
      align="flex-end"
      aria-label={label ?? t('messages.you')}
    >
      <div className={classes.bubble}>{text}</div>
      <AskedDocuments documents={documents} />
      <AskedFiles files={files} />
      {children}
    </Flex>
  );
}

type StoredProps = {
  question: Message;
  versionIds: string[] | undefined;
  /** An answer is being written: nothing is edited or shown in its place. */
  busy: boolean;
  /** Asks in other words, in a branch of its own; false where it was not taken. */
  onEdit: (question: Message, content: string) => boolean;
  /** Edits that were sent and did not arrive, by question. */
  unsentEdits: Map<string, string>;
};

/** A question that was asked, which can be edited, with its versions. */
export const StoredQuestion = memo(function StoredQuestion(props: StoredProps) {
  const { question, versionIds, busy, onEdit, unsentEdits } = props;
  const { t } = useTranslation('chat');
  const [isEditing, setEditing] = useState(unsentEdits.has(question.id));
  const [isLeft, setLeft] = useState(false);
  // The values of a form that a flow waited for are no text to be put in other words.
  const isForm = question.parentId !== null && Object.keys(question.inputs).length > 0;
  const editButton = useRef<HTMLButtonElement>(null);
  // Whoever leaves the editor goes on where it was opened.
  useEffect(() => {
    if (!isLeft) return;
    editButton.current?.focus({ preventScroll: true });
    setLeft(false);
  }, [isLeft]);
  if (isEditing)
    return (
      <QuestionEditor
        initialText={unsentEdits.get(question.id) ?? question.content}
        busy={busy}
        onCancel={() => {
          unsentEdits.delete(question.id);
          setEditing(false);
          setLeft(true);
        }}
        onSend={(content) => {
          if (!onEdit(question, content)) return;
          // Kept until it has arrived: the question comes back with it where it does not.
          unsentEdits.set(question.id, content);
          setEditing(false);
        }}
      />
    );
  return (
    <Question text={question.content} files={question.files} documents={question.documents}>
      <Group gap={2} mt={4} className={classes.questionActions}>
        {versionIds && (
          <BranchWalker
            conversationId={question.conversationId}
            messageId={question.id}
            versionIds={versionIds}
            disabled={busy}
          />
        )}
        {!isForm && (
          <Tooltip label={t('branches.edit')}>
            <ActionIcon
              ref={editButton}
              size="sm"
              aria-label={t('branches.edit')}
              disabled={busy}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={14} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </Question>
  );
});

type EditorProps = {
  initialText: string;
  busy: boolean;
  onSend: (content: string) => void;
  onCancel: () => void;
};

function QuestionEditor({ initialText, busy, onSend, onCancel }: EditorProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(initialText);
  const content = text.trim();
  const maySend = !busy && content !== '' && content.length <= maxCharacters;

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter accepts its suggestion (229 where isComposing is not set).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (maySend) onSend(content);
  }

  return (
    <Box mt={28} mb={20} ml="auto" maw="38rem">
      <Textarea
        label={t('branches.label')}
        description={t('branches.text')}
        autosize
        minRows={2}
        maxRows={10}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="flex-end" gap={8} mt={8}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="xs" disabled={!maySend} onClick={() => onSend(content)}>
          {t('composer.send')}
        </Button>
      </Group>
    </Box>
  );
}
