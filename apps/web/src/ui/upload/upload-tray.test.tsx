// @vitest-environment happy-dom
import { ApiError } from '@lectern/client';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, startFakeServer } from '../../testing/render-app.tsx';
import { type SendFile, uploadQueue } from './upload-queue.ts';
import { UploadTray } from './upload-tray.tsx';

startFakeServer(['knowledge']);

const acceptedExtensions = ['pdf', 'txt'];
const file = (name: string, text = 'words') => new File([text], name);
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

function upload(place: string, files: File[], send: SendFile): void {
  renderApp(<UploadTray place={place} refreshes={[]} />);
  uploadQueue.add(place, files, { send, acceptedExtensions });
}

it('refuses empty and unsupported files before anything is sent', async () => {
  const send = vi.fn<SendFile>(async () => ({ refused: [] }));
  upload('refusals', [file('empty.pdf', ''), file('photo.raw'), file('notes.txt')], send);
  await vi.waitFor(() => expect(rows().length).toBe(3));
  expect(send).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(screen.getByLabelText('Uploaded')).toBeTruthy());
  // What needs attention comes first.
  expect(rows().map((row) => row?.match(/^\w+\.(pdf|raw|txt)/)?.[0])).toEqual([
    'empty.pdf',
    'photo.raw',
    'notes.txt',
  ]);
});

it('shows why the server refused a file, and what it is a copy of', async () => {
  upload('answers', [file('a.pdf'), file('b.pdf')], async ({ name }) =>
    name === 'a.pdf'
      ? { refused: [{ message: 'The file is protected.' }] }
      : { refused: [], duplicates: [{ original: { name: 'older.pdf' } }] },
  );
  expect(await screen.findByText('The file is protected.')).toBeTruthy();
  expect(await screen.findByText(/older\.pdf/)).toBeTruthy();
});

it('sends a file again after a failure', async () => {
  const send = vi
    .fn<SendFile>()
    .mockRejectedValueOnce(new ApiError('network', ''))
    .mockResolvedValueOnce({ refused: [] });
  upload('retry', [file('a.txt')], send);
  fireEvent.click(await screen.findByRole('button', { name: /again/ }));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(screen.getByLabelText('Uploaded')).toBeTruthy());
});

it('stops what is being sent', async () => {
  let signal: AbortSignal | undefined;
  upload('cancel', [file('a.txt')], (_, options) => {
    signal = options.signal;
    return new Promise(() => undefined);
  });
  await vi.waitFor(() => expect(signal).toBeDefined());
  fireEvent.click(await screen.findByRole('button', { name: /Cancel.*a\.txt/ }));
  expect(signal?.aborted).toBe(true);
  await vi.waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});
