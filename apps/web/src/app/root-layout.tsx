import { Outlet, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMaybeMe } from '../api/me.ts';
import type { ScreenLayout } from '../screens/define-screen.ts';
import { Header } from './shell/header.tsx';
import { NavigationProgress } from './shell/navigation-progress.tsx';
import { RouteAnnouncer } from './shell/route-announcer.tsx';
import { SettingsLayout } from './shell/settings-layout.tsx';
import classes from './shell/shell.module.css';
import { SkipLink } from './shell/skip-link.tsx';

/** The frame of every screen; which parts of it stand around a screen is told by the screen's row in the table. */
export function RootLayout() {
  const layout = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout ?? 'main' });
  return (
    <>
      <SkipLink />
      <NavigationProgress />
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
