// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { RouteAnnouncer } from './route-announcer.tsx';

afterEach(cleanup);

function Page({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <>
      <main id="content" tabIndex={-1} />
      <RouteAnnouncer />
    </>
  );
}

it('announces a screen by its own name, however late it arrives', () => {
  const { rerender, container } = renderApp(<Page title="Home" />);
  const announced = () => container.querySelector('[aria-live]')?.textContent;
  expect(announced()).toBe('');

  act(() => window.history.pushState(null, '', '/document/1'));
  rerender(<Page title="" />);
  expect(announced()).toBe('');
  rerender(<Page title="Handbook" />);
  expect(announced()).toBe('Handbook · Lectern');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('stays silent while the title of the same screen changes', () => {
  const { rerender, container } = renderApp(<Page title="Home" />);
  rerender(<Page title="Welcome" />);
  expect(container.querySelector('[aria-live]')?.textContent).toBe('');
});
