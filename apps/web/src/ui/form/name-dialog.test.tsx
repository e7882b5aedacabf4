// @vitest-environment happy-dom
import { createPackage } from '@lectern/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, startFakeServer } from '../../testing/render-app.tsx';
import { NameDialog } from './name-dialog.tsx';

const { answer, bodies } = startFakeServer();

function open(onClose = vi.fn(), onSaved = vi.fn()) {
  renderApp(
    <NameDialog
      opened
      title="New package"
      endpoint={createPackage}
      initialName="Small.pdf"
      keepsEnding
      invalidates={[]}
      onSaved={onSaved}
      onClose={onClose}
    />,
  );
  const field = screen.getByLabelText(/Name/) as HTMLInputElement;
  return {
    onClose,
    onSaved,
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    save: () => fireEvent.click(screen.getByRole('button', { name: 'Save' })),
  };
}

it('takes the limit of the name from the schema of the call', () => {
  expect(open().field.maxLength).toBe(255);
});

it('selects what is before the ending of a file', () => {
  const { field } = open();
  fireEvent.focus(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'Small'.length]);
});

it('sends nothing while the name is empty, and says so at the field', () => {
  const { type, save } = open();
  type('  ');
  save();
  expect(screen.getByText('Please fill in this field.')).toBeTruthy();
  expect(bodies()).toEqual([]);
});

it('sends the trimmed name, then closes', async () => {
  const { type, save, onClose, onSaved } = open();
  answer(201, { id: '1', name: 'Large' });
  type(' Large ');
  save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies()).toEqual([{ name: 'Large' }]);
  expect(onSaved).toHaveBeenCalledWith({ id: '1', name: 'Large' });
});

it('shows a taken name at the field until another is typed', async () => {
  const { field, type, save, onClose } = open();
  answer(409, { error: { code: 'package.name_taken', message: 'There is already a package.' } });
  save();
  expect(await screen.findByText('There is already a package.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(onClose).not.toHaveBeenCalled();
  type('Other');
  await vi.waitFor(() => expect(screen.queryByText('There is already a package.')).toBeNull());
});

it('shows any other refusal once, above the buttons', async () => {
  const { field, save } = open();
  answer(500, { error: { code: 'server.error', message: 'Something failed.' } });
  save();
  expect((await screen.findByRole('alert')).textContent).toBe('Something failed.');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});
