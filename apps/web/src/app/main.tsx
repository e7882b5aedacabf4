import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { meQueryOptions } from '../api/me.ts';
import { isSignedIn } from '../api/session.ts';
import { startLanguages } from '../locales/i18n.ts';
import { showPendingNotice } from '../ui/feedback/notify.ts';
import { keepFocusOfMenus } from './menu-focus.ts';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { followSessionEvents } from './session-events.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
followSessionEvents(router, queryClient);
keepFocusOfMenus();

const root = document.getElementById('root');
if (!root) throw new Error('The page lacks its root element');

// Asked while the texts load; the router waits for the same answer.
if (isSignedIn()) void queryClient.prefetchQuery(meQueryOptions);

void startLanguages().then(() => {
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
  showPendingNotice();
});
