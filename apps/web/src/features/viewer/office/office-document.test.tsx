// @vitest-environment happy-dom
import type { PdfCopy, StoredFile } from '@lectern/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, startFakeServer } from '../../../testing/render-app.tsx';
import { findFileOriginal } from '../original.ts';
import { OfficeDocument } from './office-document.tsx';

startFakeServer(['knowledge']);

const file = { id: 'f', name: 'rates.docx', format: 'docx' } as StoredFile;
const paragraphs = ['The Fee is due.', 'No fée in winter.', 'Fees rise in June.'];
const rendered = {
  html: `<article>${paragraphs.map((text, n) => `<p data-block-id="b${n}">${text}</p>`).join('')}</article>`,
  blocks: paragraphs.map((text, n) => ({ id: `b${n}`, start: n * 20, end: n * 20 + text.length })),
};

function open(state: PdfCopy['state']) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.mocked(fetch).mockImplementation(async (input) => {
    const body = String(input).endsWith('/pdf-copy') ? { state } : rendered;
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  renderApp(
    <div data-viewer>
      <OfficeDocument
        original={findFileOriginal(file)}
        passage={undefined}
        onPick={undefined}
        onDownload={() => {}}
      />
    </div>,
  );
  return screen.findByLabelText('Text of the document');
}

it.each([
  ['preparing', 'Preparing pages… Meanwhile, here is the text.'],
  ['failed', 'The pages of this file could not be prepared. Here is its text.'],
  ['no_program', 'This server cannot show the pages of Office files. Here is the text.'],
] as const)('shows the text, and why, while the pages are %s', async (state, notice) => {
  await open(state);
  expect(screen.getByText(notice)).toBeTruthy();
});

it('finds words by Ctrl+F, steps through them and around the end, and closes', async () => {
  await open('failed');
  fireEvent.keyDown(window, { key: 'f', ctrlKey: true });
  const field = await screen.findByRole('textbox', { name: 'Find in the document' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'fee' } });
  await screen.findByText('1 of 3');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('2 of 3');
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  await screen.findByText('3 of 3');
  fireEvent.click(screen.getByRole('button', { name: 'Next result' }));
  await screen.findByText('1 of 3');
  fireEvent.change(field, { target: { value: 'goose' } });
  await screen.findByText('No results');
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('search')).toBeNull());
});
