// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, startFakeServer } from '../../../testing/render-app.tsx';
import { CreateUserForm } from './create-user-form.tsx';

startFakeServer(['company']);

function open() {
  renderApp(<CreateUserForm onCreated={vi.fn()} />);
  const email = screen.getByLabelText(/E-mail/) as HTMLInputElement;
  const username = screen.getByLabelText(/Username/) as HTMLInputElement;
  return {
    email,
    username,
    type: (field: Element, value: string) => fireEvent.change(field, { target: { value } }),
  };
}

it('suggests the username while the address is typed, not when the focus moves into the name', () => {
  const { email, username, type } = open();
  type(email, 'maria@example.org');
  expect(username.value).toBe('maria');
  fireEvent.blur(email);
  fireEvent.focus(username);
  expect(username.value).toBe('maria');
});

it('leaves a name alone that was typed', () => {
  const { email, username, type } = open();
  type(username, 'Maria B.');
  fireEvent.blur(email);
  type(email, 'maria@example.org');
  expect(username.value).toBe('Maria B.');
});
