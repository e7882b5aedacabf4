import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadTexts, startLanguages } from '../locales/i18n.ts';
import type { Namespace } from '../locales/namespaces.ts';

/** Draws parts of the page as the app does, without a server. */
export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">{children}</MantineProvider>
    </QueryClientProvider>
  );
}

export function renderApp(children: ReactNode) {
  return render(children, { wrapper: AppProviders });
}

export type FakeServer = {
  /** The answer to the next call. */
  answer: (status: number, body: unknown) => void;
  /** Bodies of the calls so far. */
  bodies: () => unknown[];
};

/** Loads the English texts, and replaces the server in each test of a file. */
export function startFakeServer(texts: readonly Namespace[] = []): FakeServer {
  const fetchMock = vi.fn<typeof fetch>();
  beforeAll(async () => {
    await startLanguages();
    await loadTexts(texts);
  });
  beforeEach(() => vi.stubGlobal('fetch', fetchMock));
  afterEach(() => {
    cleanup();
    fetchMock.mockReset();
    vi.unstubAllGlobals();
  });
  return {
    answer: (status, body) =>
      fetchMock.mockResolvedValueOnce(
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
      ),
    bodies: () => fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body))),
  };
}
