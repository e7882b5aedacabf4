import { listVisitorConversations, type Visit } from '@lectern/contract';
import { Button, Center, Loader } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { usePageTitle } from '../../../ui/layout/use-page-title.ts';
import { connectHostPage, type HostPage } from './host-page.ts';
import { useVisit, type VisitAddress } from './use-visit.ts';
import classes from './visitor.module.css';
import { VisitorHeader } from './visitor-header.tsx';
import { VisitorPane } from './visitor-pane.tsx';

/** A conversation is gone on with for so long; after that a visit begins with a new one. */
const recentMs = 24 * 3_600_000;

/** Errors that another attempt may mend. */
const isPassing = (status: number) => status === 0 || status === 429 || status >= 500;

/** What a widget looks like as long as it is being set up. */
type Look = Partial<Visit['widget']>;

function usePreviewedLook(host: HostPage, isPreview: boolean): Look {
  const [look, setLook] = useState<Look>({});
  useEffect(() => {
    if (!isPreview || host.site !== window.location.origin) return;
    return host.listen((message) => {
      if (message.lectern === 'look') setLook(message.look as Look);
    });
  }, [host, isPreview]);
  return look;
}

/** The page of the widget, alone or in a frame of another site. */
export function VisitorChat({ address, site }: { address: VisitAddress; site: string | undefined }) {
  const { t } = useTranslation('visitor');
  const host = useMemo(() => connectHostPage(site), [site]);
  const { visit, error, begin, setVisit } = useVisit(address, host);
  const look = usePreviewedLook(host, address.preview !== undefined);
  usePageTitle(visit?.widget.title ?? t('pageTitle'));
  if (error)
    return (
      <main id="content" className={classes.page} tabIndex={-1}>
        <EmptyState
          icon={IconMessageOff}
          headingOrder={1}
          title={t('unavailable')}
          text={describeError(error)}
          action={
            isPassing(error.status) && (
              <Button variant="default" onClick={() => void begin()}>
                {t('retry')}
              </Button>
            )
          }
        />
      </main>
    );
  if (!visit)
    return (
      <Center h="100dvh">
        <Loader size="sm" role="status" aria-label={t('loading')} />
      </Center>
    );
  const shown = { ...visit, widget: { ...visit.widget, ...look } };
  return (
    <Conversations
      key={visit.visitor.id}
      visit={shown}
      host={host}
      onVisitor={(visitor) => setVisit({ ...visit, visitor })}
    />
  );
}

type Props = { visit: Visit; host: HostPage; onVisitor: (visitor: Visit['visitor']) => void };

function Conversations({ visit, host, onVisitor }: Props) {
  const { widget } = visit;
  const { data, isPending } = useApiQuery(listVisitorConversations, {});
  const [chosen, setChosen] = useState<string | undefined | null>(null);
  const [begun] = useState(() => Date.now());
  const latest = data?.items.find(({ updatedAt }) => begun - Date.parse(updatedAt) < recentMs);
  // Which one it goes on with is decided once: what is asked from here on must not change it.
  useEffect(() => {
    if (!isPending && chosen === null) setChosen(latest?.id);
  }, [isPending, chosen, latest]);
  useColorScheme(widget.scheme);
  const conversationId = chosen ?? undefined;
  const style = { '--widget-color': widget.color, '--widget-text': widget.textColor } as CSSProperties;
  return (
    <main id="content" className={classes.page} style={style} tabIndex={-1}>
      <VisitorHeader
        widget={widget}
        conversationId={conversationId}
        onChoose={setChosen}
        {...(host.site === null ? {} : { onClose: host.close })}
      />
      {chosen !== null && (
        <VisitorPane
          visit={visit}
          conversationId={conversationId}
          onCreated={setChosen}
          onVisitor={onVisitor}
          onEvent={host.tell}
        />
      )}
    </main>
  );
}

/** For this page alone: the choice of a member at the same browser stays as it is. */
function useColorScheme(scheme: Visit['widget']['scheme']): void {
  useEffect(() => {
    if (scheme === 'auto') return;
    const root = document.documentElement;
    const before = root.getAttribute('data-mantine-color-scheme');
    root.setAttribute('data-mantine-color-scheme', scheme);
    return () => {
      if (before !== null) root.setAttribute('data-mantine-color-scheme', before);
    };
  }, [scheme]);
}
