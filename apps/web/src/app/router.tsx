import { ApiError } from '@lectern/client';
import { hasPermission, type Level } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { meQueryOptions } from '../api/me.ts';
import { isSignedIn } from '../api/session.ts';
import { loadTexts } from '../locales/i18n.ts';
import type { ScreenDefinition, ScreenLayout } from '../screens/define-screen.ts';
import { screens } from '../screens/index.ts';
import { RootLayout } from './root-layout.tsx';
import { ForbiddenError, inTime, MissingCodeError } from './route-errors.ts';
import { NotFound, RouteError, RoutePending } from './route-states.tsx';

type Context = { queryClient: QueryClient };

const rootRoute = createRootRouteWithContext<Context>()({
  // Also a page that does not exist shows the header to whom is signed in; failures are met by the screen itself.
  beforeLoad: async ({ context }) => {
    if (isSignedIn()) await loadMe(context.queryClient).catch(() => undefined);
  },
  component: RootLayout,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

async function checkAccess(
  access: ScreenDefinition<string, unknown>['access'],
  path: string,
  href: string,
  queryClient: QueryClient,
) {
  if (access === 'anonymous') return;
  if (!isSignedIn()) throw redirect({ to: '/login', search: { next: href } });
  let me: Awaited<ReturnType<typeof loadMe>>;
  try {
    me = await loadMe(queryClient);
  } catch (error) {
    // Still signed in: an administrator whose impersonation has expired; the page is reloading.
    if (error instanceof ApiError && error.status === 401 && !isSignedIn())
      throw redirect({ to: '/login', search: { next: href } });
    throw error;
  }
  // Until then the server refuses everything else; home explains it.
  if (me.mustChangePassword && path !== '/home' && path !== '/user-setting/password')
    throw redirect({ to: '/home' });
  if (access !== 'signed_in' && !hasPermission(me.level as Level, access)) throw new ForbiddenError();
}

function loadMe(queryClient: QueryClient) {
  return queryClient.ensureQueryData(meQueryOptions);
}

/** Names the failure, so that the page can say what to do; the router alone would reload, also where that cannot help. */
function loadCode<Path extends string, Search>(screen: ScreenDefinition<Path, Search>) {
  const texts = screen.texts?.length ? loadTexts(screen.texts) : undefined;
  return inTime(Promise.all([screen.load(), texts])).then(
    ([code]) => code,
    (cause: unknown) => {
      throw new MissingCodeError(screen.path, cause);
    },
  );
}

/** Parameters that may be undefined may be left out of a link. */
type LinkSearch<Search> = {
  [Key in keyof Search as undefined extends Search[Key] ? never : Key]: Search[Key];
} & { [Key in keyof Search as undefined extends Search[Key] ? Key : never]?: Search[Key] };

function createScreenRoute<const Path extends string, Search>(screen: ScreenDefinition<Path, Search>) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: screen.path,
    validateSearch: screen.search as (input: Record<string, unknown>) => LinkSearch<Search>,
    staticData: { layout: screen.layout },
    beforeLoad: ({ context, location }) =>
      checkAccess(screen.access, screen.path, location.href, context.queryClient),
    component: lazyRouteComponent(() => loadCode(screen), 'Screen'),
  });
}

type Screens = typeof screens;
type ScreenRoutes = {
  [Key in keyof Screens]: Screens[Key] extends ScreenDefinition<infer Path, infer Search>
    ? ReturnType<typeof createScreenRoute<Path, Search>>
    : never;
};

const screenRoutes = Object.fromEntries(
  Object.entries(screens).map(([key, screen]) => [
    key,
    createScreenRoute(screen as ScreenDefinition<string, unknown>),
  ]),
) as unknown as ScreenRoutes;

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user-setting',
  beforeLoad: () => {
    throw redirect({ to: '/user-setting/profile', replace: true });
  },
});

const routeTree = rootRoute.addChildren({ indexRoute, settingsRoute, ...screenRoutes });

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: RoutePending,
    defaultPendingMs: 300,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    layout?: ScreenLayout;
  }
}
