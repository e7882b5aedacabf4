import { type AssistantSummary, type Citation, listAssistants } from '@lectern/contract';
import { Drawer } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import type { AssistantDialogTarget } from '../../features/assistants/assistant-dialog.tsx';
import { AssistantList } from '../../features/assistants/assistant-list.tsx';
import { AssistantsEmpty } from '../../features/assistants/assistants-empty.tsx';
import { CitationPanel } from '../../features/conversations/citations/citation-panel.tsx';
import { ConversationList } from '../../features/conversations/list/conversation-list.tsx';
import { ChatBar } from '../../features/conversations/pane/chat-bar.tsx';
import { ChatPane } from '../../features/conversations/pane/chat-pane.tsx';
import { HideButton } from '../../features/conversations/pane/hide-pane-button.tsx';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import { toDocumentPlace } from '../../ui/data/document-place.ts';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { PassageLink } from '../documents/passage-link.tsx';
import classes from './chat.module.css';

// Most visits only chat: the form and its many inputs come with the first click on it.
const AssistantDialog = lazy(() =>
  import('../../features/assistants/assistant-dialog.tsx').then((module) => ({
    default: module.AssistantDialog,
  })),
);

const route = getRouteApi('/chat');

/** Below this the lists live in a drawer. */
const narrow = '(max-width: 61.99em)';
/** From here on a cited passage stands beside the answer; below it lies over it. */
const wide = '(min-width: 75em)';

/** Room for the conversations as well. */
const veryWide = '(min-width: 105em)';

type OpenCitation = { citation: Citation; all: Citation[] };

function passageOf({ page, boxes, quoteRange, chunkRange, quote }: Citation) {
  return { page, boxes, charRange: quoteRange ?? chunkRange, quote };
}

function renderDocument(citation: Citation) {
  return <DocumentViewer documentId={citation.documentId} passage={passageOf(citation)} />;
}

export function Screen() {
  const { t } = useTranslation('chat');
  const { assistant: assistantId, conversation: conversationId } = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const isVeryWide = useMediaQuery(veryWide, false, { getInitialValueInEffect: false });
  const [columns, setColumns] = useLocalStorage({
    key: 'chat-columns',
    defaultValue: { assistants: true, conversations: true },
    getInitialValueInEffect: false,
  });
  const [listsOpen, setListsOpen] = useState(false);
  const [dialog, setDialog] = useState<AssistantDialogTarget | null>(null);
  const [cited, setCited] = useState<OpenCitation | null>(null);

  const assistants = useApiQuery(listAssistants, { query: { pageSize: 200 } });
  const items = assistants.data?.items;
  const assistant = items?.find(({ id }) => id === assistantId);
  usePageTitle(assistant ? t('titleOf', { name: assistant.name }) : t('title'));

  const open = useCallback(
    (nextAssistant: string | undefined, nextConversation?: string, replace = false) => {
      setListsOpen(false);
      void navigate({ search: { assistant: nextAssistant, conversation: nextConversation }, replace });
    },
    [navigate],
  );

  // With nothing chosen the first assistant is: an empty screen would ask for a click that says nothing.
  const first = items?.[0]?.id;
  useEffect(() => {
    if (assistantId === undefined && first !== undefined) open(first, undefined, true);
  }, [assistantId, first, open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a passage belongs to the conversation it was opened in.
  useEffect(() => setCited(null), [assistantId, conversationId]);

  const openCitation = useCallback((citation: Citation, all: Citation[]) => setCited({ citation, all }), []);
  const configure = ({ id, name }: AssistantSummary) => setDialog({ kind: 'existing', id, name });
  const create = () => setDialog({ kind: 'new' });
  const hide = (column: keyof typeof columns) => setColumns({ ...columns, [column]: false });

  const assistantList = (
    <AssistantList
      assistants={items}
      failed={assistants.isError}
      onRetry={() => void assistants.refetch()}
      chosenId={assistantId}
      onChoose={({ id }) => open(id)}
      onCreate={create}
      onConfigure={configure}
      onDeleted={({ id }) => {
        if (id === assistantId) open(undefined, undefined, true);
      }}
      headingEnd={
        !isNarrow && <HideButton label={t('panes.hideAssistants')} onClick={() => hide('assistants')} />
      }
    />
  );
  const conversationList = assistant && (
    <ConversationList
      key={assistant.id}
      assistant={assistant}
      chosenId={conversationId}
      onChoose={(id) => open(assistant.id, id)}
      onNew={() => open(assistant.id)}
      onDeleted={(id) => {
        if (id === conversationId) open(assistant.id, undefined, true);
      }}
      headingEnd={
        !isNarrow && <HideButton label={t('panes.hideConversations')} onClick={() => hide('conversations')} />
      }
    />
  );
  const passage = cited && (
    <CitationPanel
      citation={cited.citation}
      all={cited.all}
      onSelect={(citation) => setCited({ ...cited, citation })}
      onClose={() => setCited(null)}
      renderDocument={renderDocument}
      actions={
        <PassageLink
          documentId={cited.citation.documentId}
          search={toDocumentPlace(passageOf(cited.citation))}
        />
      }
    />
  );
  const passageBeside = isWide && passage !== null;
  const hasRoom = { assistants: !passageBeside, conversations: !passageBeside || isVeryWide };
  const showColumn = (column: keyof typeof columns) => !isNarrow && columns[column] && hasRoom[column];

  return (
    <div className={classes.screen}>
      {showColumn('assistants') && (items === undefined || items.length > 0) && (
        <div className={classes.column}>{assistantList}</div>
      )}
      {showColumn('conversations') && conversationList && (
        <div className={classes.column} data-kind="conversations">
          {conversationList}
        </div>
      )}
      <div className={classes.chat}>
        {assistant && (
          <ChatBar
            assistant={assistant}
            conversationId={conversationId}
            onShowLists={isNarrow ? () => setListsOpen(true) : undefined}
            onShowAssistants={
              isNarrow || columns.assistants || !hasRoom.assistants
                ? undefined
                : () => setColumns({ ...columns, assistants: true })
            }
            onShowConversations={
              isNarrow || columns.conversations || !hasRoom.conversations
                ? undefined
                : () => setColumns({ ...columns, conversations: true })
            }
            onNew={showColumn('conversations') ? undefined : () => open(assistant.id)}
            onConfigure={assistant.abilities.update ? () => configure(assistant) : undefined}
          />
        )}
        {assistant ? (
          <ChatPane
            key={assistant.id}
            assistant={assistant}
            variables={assistant.variables}
            conversationId={conversationId}
            onConversationCreated={(id) => open(assistant.id, id, true)}
            onOpenCitation={openCitation}
          />
        ) : (
          <div className={classes.centre}>
            <AssistantsEmpty
              assistants={items}
              error={assistants.error}
              onRetry={() => void assistants.refetch()}
              missing={assistantId !== undefined}
              onCreate={create}
              onLeave={() => open(undefined, undefined, true)}
            />
          </div>
        )}
      </div>
      {passageBeside && <div className={classes.passage}>{passage}</div>}
      <Drawer.Root
        opened={!isWide && passage !== null}
        onClose={() => setCited(null)}
        position="right"
        size={isNarrow ? '100%' : '70%'}
        padding={0}
        classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
        // The panel moves the focus in and back itself, beside the answer as over it.
        returnFocus={false}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('citations.drawer')}>
          <Drawer.Body>{passage}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <Drawer
        opened={isNarrow && listsOpen}
        onClose={() => setListsOpen(false)}
        size="min(22rem, 88%)"
        title={t('title')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
      >
        <div className={classes.drawerPart}>{assistantList}</div>
        {conversationList && <div className={classes.drawerPart}>{conversationList}</div>}
      </Drawer>
      <Suspense>
        {dialog && (
          <AssistantDialog
            target={dialog}
            onClose={() => setDialog(null)}
            onSaved={({ id }) => {
              if (dialog.kind === 'new') open(id);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
