import { Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMaybeMe } from '../api/me.ts';
import { ImpersonationBanner } from '../features/accounts/menu/impersonation-banner.tsx';
import type { ScreenLayout } from '../screens/define-screen.ts';
import { Header } from './shell/header.tsx';
import { NavigationProgress } from './shell/navigation-progress.tsx';
import { RouteAnnouncer } from './shell/route-announcer.tsx';
import { SettingsLayout } from './shell/settings-layout.tsx';
import classes from './shell/shell.module.css';
import { SkipLink } from './shell/skip-link.tsx';

/** The frame of every screen; the screen's entry in the table says which parts are around it. */
export function RootLayout() {
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout ?? 'main' });
  return (
    <>
      <SkipLink />
      <NavigationProgress />
      <Banner />
      <Frame layout={layout}>
        {layout === 'settings' ? (
          <SettingsLayout>
            <Outlet />
          </SettingsLayout>
        ) : (
          <Outlet />
        )}
      </Frame>
      <RouteAnnouncer />
    </>
  );
}

function Banner() {
  const me = useMaybeMe();
  const shown = me?.impersonation ? { ...me, impersonation: me.impersonation } : undefined;
  const isShown = shown !== undefined;
  useEffect(() => {
    // What sticks to the top, or fills the window, makes room for it.
    document.documentElement.toggleAttribute('data-banner', isShown);
    return () => document.documentElement.removeAttribute('data-banner');
  }, [isShown]);
  return shown && <ImpersonationBanner me={shown} />;
}

function Frame({ layout, children }: { layout: ScreenLayout; children: ReactNode }) {
  const me = useMaybeMe();
  if (layout === 'bare') return children;
  return (
    <>
      {me && <Header />}
      <main id="content" className={layout === 'full' ? classes.full : classes.content} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
