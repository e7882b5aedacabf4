import { ApiError } from '@lectern/client';
import { matchLanguage, openVisit, previewWidget, type Visit } from '@lectern/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { actAsVisitor } from '../../../api/session.ts';
import { showPageIn } from '../../../locales/i18n.ts';
import type { HostPage } from './host-page.ts';

export type VisitAddress = {
  /** The public id of a widget. */
  sharedId?: string | undefined;
  /** The id of a widget that is being set up, on our own pages. */
  preview?: string | undefined;
  /** The host page will say who visits. */
  identified?: string | undefined;
  lng?: string | undefined;
};

/** How long the page waits for the host page to say who visits. */
const identityMs = 5_000;

const keyOf = (sharedId: string) => `lectern-visit:${sharedId}`;

/** Storage can be refused in frames of other sites: the visit then lasts as long as the page. */
function readToken(sharedId: string): string | null {
  try {
    return localStorage.getItem(keyOf(sharedId));
  } catch {
    return null;
  }
}

function storeToken(sharedId: string, token: string): void {
  try {
    localStorage.setItem(keyOf(sharedId), token);
  } catch {
    // Nothing to be done.
  }
}

async function open(
  { sharedId = '', preview }: VisitAddress,
  site: string | null,
  identity: string | null,
): Promise<Visit> {
  if (preview !== undefined) {
    actAsVisitor(null);
    return callApi(previewWidget, { params: { widgetId: preview } });
  }
  actAsVisitor(sharedId);
  const visit = await callApi(openVisit, { body: { site, token: readToken(sharedId), identity } });
  storeToken(sharedId, visit.token);
  return visit;
}

/** A visit of the widget that the address names: begun, or gone on with where this browser was here before. */
export function useVisit(address: VisitAddress, host: HostPage) {
  const [visit, setVisit] = useState<Visit | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const identity = useRef<string | null>(null);
  const attempt = useRef(0);

  const begin = useCallback(async () => {
    const mine = ++attempt.current;
    setError(null);
    try {
      const opened = await open(address, host.site, identity.current);
      if (mine !== attempt.current) return;
      const { language } = opened.widget;
      await showPageIn(language ?? matchLanguage(address.lng ?? navigator.languages.join(',')));
      actAsVisitor(opened.token, () => void begin());
      setVisit(opened);
    } catch (thrown) {
      if (mine === attempt.current && thrown instanceof ApiError) setError(thrown);
    }
  }, [address, host]);

  useEffect(() => {
    const timer = setTimeout(() => void begin(), address.identified ? identityMs : 0);
    const stop = host.listen((message) => {
      if (message.lectern !== 'identify' || typeof message.token !== 'string') return;
      clearTimeout(timer);
      identity.current = message.token;
      void begin();
    });
    host.greet();
    return () => {
      clearTimeout(timer);
      stop();
      attempt.current += 1;
      actAsVisitor(null);
    };
  }, [host, begin, address.identified]);

  return { visit, error, begin, setVisit };
}
