import { ApiError } from '@lectern/client';
import {
  type Citation,
  openShare,
  openShareAsMember,
  type SharedConversation,
  toDocumentPlace,
} from '@lectern/contract';
import { Blockquote, Box, Drawer, Flex, Group, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { isSignedIn } from '../../api/session.ts';
import { LanguageMenu } from '../../features/accounts/menu/language-menu.tsx';
import { ThemeToggle } from '../../features/accounts/menu/theme-toggle.tsx';
import { CitationPanel } from '../../features/conversations/citations/citation-panel.tsx';
import { SharedMessages } from '../../features/conversations/share/shared-messages.tsx';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import { loadTexts } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { LinkButton, TextLink } from '../../ui/link.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { PassageLink } from '../documents/passage-link.tsx';
import classes from './share.module.css';

/** As a member where somebody is signed in, since members see more; else as anyone. */
async function open(token: string, signal: AbortSignal): Promise<SharedConversation> {
  const input = { params: { token }, signal };
  if (!isSignedIn()) return callApi(openShare, input);
  try {
    return await callApi(openShareAsMember, input);
  } catch (error) {
    // A session that has ended, or one that may do nothing yet, is no reason to refuse what anyone may see.
    if (error instanceof ApiError && error.code.startsWith('auth.')) return callApi(openShare, input);
    throw error;
  }
}

const WidgetPage = lazy(() =>
  Promise.all([import('./iframe.tsx'), loadTexts(['visitor'])]).then(([{ Screen }]) => ({ default: Screen })),
);

/** A conversation behind a link, to be read and nothing else; or the chat of a widget on a page of its own. */
export function Screen() {
  const { shared_id: sharedId } = useSearch({ from: '/chat/share' });
  if (sharedId === undefined) return <SharedConversationPage />;
  return (
    <Suspense>
      <WidgetPage />
    </Suspense>
  );
}

function SharedConversationPage() {
  const { t } = useTranslation('share');
  const { hash: token } = useLocation();
  const query = useQuery({
    queryKey: ['shared-conversation', token],
    queryFn: ({ signal }) => open(token, signal),
    retry: false,
  });
  usePageTitle(query.data?.name || t('pageTitle'));
  const code = query.error instanceof ApiError ? query.error.code : undefined;
  if (query.error && code?.startsWith('share.'))
    return (
      <Frame>
        <EmptyState
          icon={IconLinkOff}
          headingOrder={1}
          title={t(code === 'share.company_only' ? 'companyOnlyTitle' : 'goneTitle')}
          text={describeError(query.error)}
          action={
            code === 'share.company_only' &&
            !isSignedIn() && (
              <LinkButton to="/login" search={{ next: `/chat/share#${token}` }}>
                {t('signIn')}
              </LinkButton>
            )
          }
        />
      </Frame>
    );
  return (
    <Frame>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={4} height={90} />}>
        {(conversation) => <Shared conversation={conversation} />}
      </QueryBoundary>
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <header className={classes.head}>
        <TextLink to="/home" className={classes.brand} underline="never" c="inherit">
          <LogoMark />
          <span>{t('productName')}</span>
        </TextLink>
        <Group gap={4} ml="auto">
          <LanguageMenu />
          <ThemeToggle />
        </Group>
      </header>
      <main id="content" className={classes.page} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

type Opened = { citation: Citation; all: Citation[] };

function Shared({ conversation }: { conversation: SharedConversation }) {
  const { t } = useTranslation('share');
  const format = useFormat();
  const [opened, setOpened] = useState<Opened | null>(null);
  const openCitation = useCallback((citation: Citation, all: Citation[]) => setOpened({ citation, all }), []);
  const { sharedBy: name, sharedAt, assistantName: assistant } = conversation;
  return (
    <>
      <h1 className={classes.title}>{conversation.name || t('pageTitle')}</h1>
      <Text c="dimmed" fz="sm">
        {t('byline', { name, assistant, date: format.dateTime(sharedAt) })}
      </Text>
      <SharedMessages conversation={conversation} onOpenCitation={openCitation} />
      <Text c="dimmed" fz="sm" mt="xl">
        {t('footnote')}
      </Text>
      <OpenedSource opened={opened} openable={conversation.openableKnowledgeBaseIds} onOpened={setOpened} />
    </>
  );
}

function passageOf({ page, boxes, quoteRange, chunkRange, quote }: Citation) {
  return { page, boxes, charRange: quoteRange ?? chunkRange, quote };
}

type OpenedProps = {
  opened: Opened | null;
  openable: string[];
  onOpened: (opened: Opened | null) => void;
};

/** The original at the passage for those who may open it, and the words that are quoted for everyone else. */
function OpenedSource({ opened, openable, onOpened }: OpenedProps) {
  const { t } = useTranslation(['share', 'chat']);
  const mayOpen = opened !== null && openable.includes(opened.citation.knowledgeBaseId);
  return (
    <Drawer.Root
      opened={opened !== null}
      onClose={() => onOpened(null)}
      position="right"
      size={mayOpen ? 'min(920px, 100vw)' : 'min(560px, 100vw)'}
      padding={0}
      classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
      // The panel moves the focus in and back itself.
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('chat:citations.drawer')}>
        <Drawer.Body>
          {opened && (
            <CitationPanel
              citation={opened.citation}
              all={opened.all}
              onSelect={(citation) => onOpened({ ...opened, citation })}
              onClose={() => onOpened(null)}
              renderDocument={(citation) =>
                openable.includes(citation.knowledgeBaseId) ? (
                  <DocumentViewer
                    documentId={citation.documentId}
                    version={citation.documentVersion}
                    passage={passageOf(citation)}
                  />
                ) : (
                  <Box p="lg" style={{ overflowY: 'auto' }}>
                    <Blockquote p="md" className="break-anywhere">
                      {citation.quote}
                    </Blockquote>
                    <Text c="dimmed" fz="sm" mt="md">
                      {t('quoteOnly')}
                    </Text>
                  </Box>
                )
              }
              actions={
                mayOpen && (
                  <Flex>
                    <PassageLink
                      documentId={opened.citation.documentId}
                      search={toDocumentPlace({
                        ...passageOf(opened.citation),
                        version: opened.citation.documentVersion,
                      })}
                    />
                  </Flex>
                )
              }
            />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
