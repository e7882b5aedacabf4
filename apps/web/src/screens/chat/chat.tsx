import { type AssistantSummary, type Citation, toDocumentPlace } from '@lectern/contract';
import { ActionIcon, Drawer, Flex, Tooltip } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDialogTarget } from '../../features/assistants/assistant-dialog.tsx';
import { AssistantList } from '../../features/assistants/assistant-list.tsx';
import { AssistantsEmpty } from '../../features/assistants/assistants-empty.tsx';
import { useAssistantsToAsk } from '../../features/conversations/ask/use-assistants-to-ask.ts';
import { CitationPanel } from '../../features/conversations/citations/citation-panel.tsx';
import { ConversationList } from '../../features/conversations/list/conversation-list.tsx';
import { ChatBar } from '../../features/conversations/pane/chat-bar.tsx';
import { ChatPane } from '../../features/conversations/pane/chat-pane.tsx';
import { useDraftChoice } from '../../features/conversations/pane/use-draft-choice.ts';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
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

type OpenCitation = { citation: Citation; all: Citation[] };

function passageOf({ page, boxes, quoteRange, chunkRange, quote }: Citation) {
  return { page, boxes, charRange: quoteRange ?? chunkRange, quote };
}

/** Which columns the window has room for, and which of them the reader keeps open. */
function useColumns(passageOpen: boolean) {
  const media = { getInitialValueInEffect: false };
  /** The lists are in a drawer. */
  const narrow = useMediaQuery('(max-width: 61.99em)', false, media);
  /** A cited passage is shown next to the answer; on smaller windows it covers it. */
  const wide = useMediaQuery('(min-width: 75em)', true, media);
  /** Room for the conversations as well. */
  const veryWide = useMediaQuery('(min-width: 105em)', false, media);
  const [open, setOpen] = useLocalStorage({
    key: 'chat-columns',
    defaultValue: { assistants: true, conversations: true },
    ...media,
  });
  const passageBeside = wide && passageOpen;
  const hasRoom = { assistants: !passageBeside, conversations: !passageBeside || veryWide };
  const column = (name: keyof typeof open) => ({
    shown: !narrow && open[name] && hasRoom[name],
    hideButton: (label: string) =>
      !narrow && <HidePaneButton label={label} onClick={() => setOpen({ ...open, [name]: false })} />,
    /** Undefined where the column is open or has no room. */
    show: narrow || open[name] || !hasRoom[name] ? undefined : () => setOpen({ ...open, [name]: true }),
  });
  return {
    narrow,
    wide,
    passageBeside,
    assistants: column('assistants'),
    conversations: column('conversations'),
  };
}

/** The chosen assistant and conversation, which the address holds. */
function useChoice(onOpen: () => void) {
  const { assistant: assistantId, conversation: conversationId, comparison } = route.useSearch();
  const navigate = route.useNavigate();
  const { query, items } = useAssistantsToAsk();

  // biome-ignore lint/correctness/useExhaustiveDependencies: onOpen only closes a drawer.
  const open = useCallback(
    (nextAssistant: string | undefined, nextConversation?: string, replace = false) => {
      onOpen();
      void navigate({ search: { assistant: nextAssistant, conversation: nextConversation }, replace });
    },
    [navigate],
  );

  const setComparison = (next: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, comparison: next }), replace: true });

  // With nothing chosen the first assistant is opened, or all knowledge bases where there is none.
  const first = (items?.find(({ general }) => !general) ?? items?.[0])?.id;
  useEffect(() => {
    if (assistantId === undefined && first !== undefined) open(first, undefined, true);
  }, [assistantId, first, open]);

  return {
    query,
    items,
    assistantId,
    conversationId,
    assistant: items?.find(({ id }) => id === assistantId),
    comparison,
    setComparison,
    open,
  };
}

export function Screen() {
  const { t } = useTranslation('chat');
  const [listsOpen, setListsOpen] = useState(false);
  const [dialog, setDialog] = useState<AssistantDialogTarget | null>(null);
  const [cited, setCited] = useState<OpenCitation | null>(null);
  const choice = useChoice(() => setListsOpen(false));
  const { query, items, assistantId, conversationId, assistant, open } = choice;
  const columns = useColumns(cited !== null);
  const draft = useDraftChoice(assistant, conversationId);
  usePageTitle(assistant ? t('titleOf', { name: assistant.name }) : t('title'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a passage belongs to the conversation it was opened in.
  useEffect(() => setCited(null), [assistantId, conversationId]);

  const openCitation = useCallback((citation: Citation, all: Citation[]) => setCited({ citation, all }), []);
  const configure = ({ id, name }: AssistantSummary) => setDialog({ kind: 'existing', id, name });
  const leaveTo = useNavigate();
  const improve = ({ id }: AssistantSummary) => void leaveTo({ to: '/assistant/insights', search: { id } });
  const create = () => setDialog({ kind: 'new' });

  const assistantList = (
    <AssistantList
      assistants={items}
      failed={query.isError}
      onRetry={() => void query.refetch()}
      chosenId={assistantId}
      onChoose={({ id }) => open(id)}
      onCreate={create}
      onConfigure={configure}
      onImprove={improve}
      onEmbed={({ id }) => void leaveTo({ to: '/assistant/website', search: { id } })}
      onDeleted={({ id }) => {
        if (id === assistantId) open(undefined, undefined, true);
      }}
      headingEnd={columns.assistants.hideButton(t('panes.hideAssistants'))}
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
      headingEnd={columns.conversations.hideButton(t('panes.hideConversations'))}
    />
  );

  return (
    <Flex flex={1} w="100%" h="100%" mih={0}>
      {columns.assistants.shown && (items === undefined || items.length > 0) && (
        <div className={classes.column}>{assistantList}</div>
      )}
      {columns.conversations.shown && conversationList && (
        <div className={classes.column} data-kind="conversations">
          {conversationList}
        </div>
      )}
      <Flex flex={1} direction="column" miw={0} mih={0} bg="var(--surface)">
        {assistant ? (
          <>
            <ChatBar
              assistant={assistant}
              conversationId={conversationId}
              draft={draft}
              onShowLists={columns.narrow ? () => setListsOpen(true) : undefined}
              onShowAssistants={columns.assistants.show}
              onShowConversations={columns.conversations.show}
              onNew={columns.conversations.shown ? undefined : () => open(assistant.id)}
              onConfigure={assistant.abilities.update ? () => configure(assistant) : undefined}
              onImprove={assistant.abilities.update ? () => improve(assistant) : undefined}
              comparison={choice.comparison}
              onComparison={choice.setComparison}
              onAsked={(id) => open(assistant.id, id, true)}
              onOpenCitation={openCitation}
            />
            <ChatPane
              key={assistant.id}
              assistant={assistant}
              variables={assistant.variables}
              usesDraft={draft.on}
              conversationId={conversationId}
              onConversationCreated={(id) => open(assistant.id, id, true)}
              onOpenCitation={openCitation}
            />
          </>
        ) : (
          <div className={classes.centre}>
            <AssistantsEmpty
              assistants={items}
              error={query.error}
              onRetry={() => void query.refetch()}
              missing={assistantId !== undefined}
              onCreate={create}
              onLeave={() => open(undefined, undefined, true)}
            />
          </div>
        )}
      </Flex>
      <Passage cited={cited} onCited={setCited} columns={columns} />
      <ListsDrawer opened={columns.narrow && listsOpen} onClose={() => setListsOpen(false)}>
        <div className={classes.drawerPart}>{assistantList}</div>
        {conversationList && <div className={classes.drawerPart}>{conversationList}</div>}
      </ListsDrawer>
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
    </Flex>
  );
}

type ListsDrawerProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** Assistants and conversations where the window has no room for columns. */
function ListsDrawer({ opened, onClose, children }: ListsDrawerProps) {
  const { t } = useTranslation('chat');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="min(22rem, 88%)"
      title={t('title')}
      classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
    >
      {children}
    </Drawer>
  );
}

type PassageProps = {
  cited: OpenCitation | null;
  onCited: (cited: OpenCitation | null) => void;
  columns: Pick<ReturnType<typeof useColumns>, 'narrow' | 'wide'>;
};

/** The cited passage in its document: next to the answer, or over it where the window is too small. */
function Passage({ cited, onCited, columns: { narrow, wide } }: PassageProps) {
  const { t } = useTranslation('chat');
  const panel = cited && (
    <CitationPanel
      citation={cited.citation}
      all={cited.all}
      onSelect={(citation) => onCited({ ...cited, citation })}
      onClose={() => onCited(null)}
      renderDocument={(citation) => (
        <DocumentViewer
          documentId={citation.documentId}
          version={citation.documentVersion}
          passage={passageOf(citation)}
        />
      )}
      actions={
        <PassageLink
          documentId={cited.citation.documentId}
          search={toDocumentPlace({ ...passageOf(cited.citation), version: cited.citation.documentVersion })}
        />
      }
    />
  );
  if (wide) return panel && <div className={classes.passage}>{panel}</div>;
  return (
    <Drawer.Root
      opened={panel !== null}
      onClose={() => onCited(null)}
      position="right"
      size={narrow ? '100%' : '70%'}
      padding={0}
      classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
      // The panel moves the focus in and back itself, next to the answer as over it.
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('citations.drawer')}>
        <Drawer.Body>{panel}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Hides the column that it is in. */
function HidePaneButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
