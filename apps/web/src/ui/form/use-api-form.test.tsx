// @vitest-environment happy-dom
import { createAccount, createWebsiteImport } from '@lectern/contract';
import { TextInput } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, startFakeServer } from '../../testing/render-app.tsx';
import { ApiForm } from './api-form.tsx';
import { SearchInput } from './search-input.tsx';
import { useApiForm } from './use-api-form.ts';

const { answer, bodies } = startFakeServer();

function AccountForm({ onDone }: { onDone?: () => void }) {
  const form = useApiForm(createAccount, {
    initialValues: { email: '', username: 'mira', company: '' },
    toBody: ({ email, username, company }) => ({ email, username, companyId: company || null }),
    fieldOf: (path) => (path === 'companyId' ? 'company' : path),
    errorFields: { 'company.must_be_enabled': 'company' },
    onSuccess: onDone,
  });
  return (
    <ApiForm form={form}>
      <TextInput label="E-mail" {...form.field('email')} />
      <TextInput label="Username" {...form.field('username')} />
      <TextInput label="Company" {...form.field('company')} />
    </ApiForm>
  );
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('checks each field with the schema of the call and focuses the first that is wrong', () => {
  renderApp(<AccountForm />);
  type('E-mail', 'mira@');
  type('Company', 'Harbour Works');
  save();
  expect(screen.getByText('Enter a valid e-mail address.')).toBeTruthy();
  expect(screen.getByText('This value is not valid.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(bodies()).toEqual([]);
});

it('sends what the form makes of its values', async () => {
  const onDone = vi.fn();
  renderApp(<AccountForm onDone={onDone} />);
  type('E-mail', 'mira@example.org');
  answer(201, {});
  save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodies()).toEqual([{ email: 'mira@example.org', username: 'mira', company_id: null }]);
});

it.each([
  ['account.username_taken', 'Username'],
  ['company.must_be_enabled', 'Company'],
])('shows %s at the field it is about', async (code, label) => {
  renderApp(<AccountForm />);
  type('E-mail', 'mira@example.org');
  answer(409, { error: { code, message: 'Refused.' } });
  save();
  await screen.findByText('Refused.');
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('counts down after too many attempts', async () => {
  renderApp(<AccountForm />);
  type('E-mail', 'mira@example.org');
  vi.mocked(fetch).mockResolvedValueOnce(
    new Response(JSON.stringify({ error: { code: 'auth.too_many_attempts', message: '' } }), {
      status: 429,
      headers: { 'retry-after': '90' },
    }),
  );
  save();
  await screen.findByRole('alert');
  expect(screen.getByRole('timer').textContent).toMatch(/1 min/);
});

it('tells another call’s refusal from one that is about no field', async () => {
  const shown: boolean[] = [];
  function Preview() {
    const form = useApiForm(createWebsiteImport, {
      initialValues: { url: 'example.org' },
      errorFields: { 'website_import.link_invalid': 'url' },
    });
    const refuse = (code: string) =>
      shown.push(form.showRefusal({ code, message: 'No.', details: {} } as never));
    return (
      <ApiForm form={form}>
        <TextInput label="Link" {...form.field('url')} />
        <button type="button" onClick={() => refuse('website_import.link_invalid')}>
          field
        </button>
        <button type="button" onClick={() => refuse('server.error')}>
          other
        </button>
      </ApiForm>
    );
  }
  renderApp(<Preview />);
  fireEvent.click(screen.getByText('other'));
  fireEvent.click(screen.getByText('field'));
  expect(shown).toEqual([false, true]);
  expect(screen.getByLabelText('Link').getAttribute('aria-invalid')).toBe('true');
});

it('is not sent by Enter in a search within it', () => {
  renderApp(<SearchInput label="Search" value={undefined} onChange={vi.fn()} />);
  expect(fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Enter' })).toBe(false);
});
