import { type Assistant, getWidgetConversation, listWidgets, type Widget } from '@lectern/contract';
import { Button, Drawer, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconTrash, IconWorldShare } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { AssistantLayout } from '../../features/assistants/assistant-layout.tsx';
import { SharedMessages } from '../../features/conversations/share/shared-messages.tsx';
import { WidgetActions } from '../../features/widgets/widget-actions.tsx';
import {
  useDeleteConversation,
  useVisitorName,
  WidgetConversations,
} from '../../features/widgets/widget-conversations.tsx';
import { WidgetSettings } from '../../features/widgets/widget-settings.tsx';
import { Widgets } from '../../features/widgets/widgets.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextLink } from '../../ui/link.tsx';

const path = '/assistant/website';

/** Where visitors meet an assistant: its widgets, their settings, and what was asked. */
export function Screen() {
  const { id, widget } = useSearch({ from: path });
  const navigate = useNavigate();
  const openWidget = (widgetId: string | undefined) =>
    void navigate({ to: path, search: { id, widget: widgetId } });
  return (
    <AssistantLayout assistantId={id} section="website">
      {(assistant) =>
        widget === undefined ? (
          <Widgets assistant={assistant} onOpen={(made) => openWidget(made.id)} />
        ) : (
          <OneWidget assistant={assistant} widgetId={widget} onLeave={() => openWidget(undefined)} />
        )
      }
    </AssistantLayout>
  );
}

type Props = { assistant: Assistant; widgetId: string; onLeave: () => void };

function OneWidget({ assistant, widgetId, onLeave }: Props) {
  const { t } = useTranslation('widgets');
  const { id, view = 'settings', search, page, conversation } = useSearch({ from: path });
  const navigate = useNavigate();
  const query = useApiQuery(listWidgets, { params: { assistantId: assistant.id } });
  const show = (change: object) => void navigate({ to: path, search: { id, widget: widgetId, ...change } });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={60} />}>
      {({ items }) => {
        const widget = items.find((one) => one.id === widgetId);
        const back = (
          <TextLink to={path} search={{ id }} size="sm">
            {t('back')}
          </TextLink>
        );
        if (!widget)
          return (
            <EmptyState icon={IconWorldShare} title={t('goneTitle')} text={t('goneText')} action={back} />
          );
        return (
          <>
            <PageHeader
              title={widget.name}
              above={back}
              actions={<WidgetActions widget={widget} onDeleted={onLeave} />}
            />
            <SegmentedControl
              mb="lg"
              aria-label={t('views.label')}
              value={view}
              onChange={(next) => show({ view: next })}
              data={[
                { value: 'settings', label: t('views.settings') },
                { value: 'conversations', label: t('views.conversations') },
              ]}
            />
            {view === 'settings' ? (
              <WidgetSettings key={widget.id} assistant={assistant} widget={widget} />
            ) : (
              <WidgetConversations
                widget={widget}
                view={{ search, page }}
                onView={(next) => show({ view, ...next })}
                onOpen={(conversationId) => show({ view, search, page, conversation: conversationId })}
              />
            )}
            <ConversationDrawer
              widget={widget}
              conversationId={conversation}
              onClose={() => show({ view, search, page })}
            />
          </>
        );
      }}
    </QueryBoundary>
  );
}

type DrawerProps = { widget: Widget; conversationId: string | undefined; onClose: () => void };

/** What a visitor asked and was answered, to be read. */
function ConversationDrawer({ widget, conversationId, onClose }: DrawerProps) {
  const { t } = useTranslation('widgets');
  return (
    <Drawer
      opened={conversationId !== undefined}
      onClose={onClose}
      position="right"
      size="min(720px, 100vw)"
      title={t('conversations.title')}
    >
      {conversationId !== undefined && (
        <ConversationOfVisitor widget={widget} conversationId={conversationId} onClose={onClose} />
      )}
    </Drawer>
  );
}

function ConversationOfVisitor({
  widget,
  conversationId,
  onClose,
}: DrawerProps & { conversationId: string }) {
  const { t } = useTranslation('widgets');
  const format = useFormat();
  const nameOf = useVisitorName();
  const askToDelete = useDeleteConversation(widget.id, onClose);
  const query = useApiQuery(getWidgetConversation, { params: { widgetId: widget.id, conversationId } });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={4} height={80} />}>
      {({ visitor, site, createdAt, messages }) => (
        <Stack gap="xs">
          <Text c="dimmed" fz="sm" className="break-anywhere">
            {[
              nameOf(visitor),
              visitor.name === '' ? '' : visitor.email,
              site === 'preview' ? t('conversations.preview') : site,
              format.dateTime(createdAt),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <SharedMessages
            conversation={{
              messages,
              cut: false,
              assistantName: widget.appearance.title || widget.name,
              assistantAvatar: null,
              showQuote: true,
            }}
          />
          <Button
            mt="lg"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => askToDelete(conversationId)}
          >
            {t('conversations.delete')}
          </Button>
        </Stack>
      )}
    </QueryBoundary>
  );
}
