// @vitest-environment happy-dom
import { answerChallenge } from '@lectern/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, startFakeServer } from '../../../testing/render-app.tsx';
import { CodeInput } from './code-input.tsx';
import { useCodeForm } from './use-code-form.ts';

const { answer, bodies } = startFakeServer(['login']);

function Code() {
  const form = useCodeForm(answerChallenge, {
    initialValues: { code: '' },
    params: { challengeId: 'c' },
  });
  return (
    <form onSubmit={form.submit}>
      <CodeInput {...form.input} onComplete={form.complete} />
      <button type="submit">Confirm</button>
    </form>
  );
}

const box = (place: number) => screen.getByLabelText(`Digit ${place} of 6`) as HTMLInputElement;

function type(code: string): void {
  for (const [index, digit] of [...code].entries())
    fireEvent.change(box(index + 1), { target: { value: digit } });
}

it('sends the code with its last digit, and empties the boxes when it is refused', async () => {
  renderApp(<Code />);
  answer(422, { error: { code: 'auth.code_wrong', message: 'This code is wrong.' } });
  type('000000');
  await screen.findByText('This code is wrong.');
  await waitFor(() => expect(box(1).value).toBe(''));
  answer(200, {});
  type('123456');
  await waitFor(() => expect(bodies()).toEqual([{ code: '000000' }, { code: '123456' }]));
});

it('asks for all digits and keeps those that are there', () => {
  renderApp(<Code />);
  type('12');
  fireEvent.click(screen.getByText('Confirm'));
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(box(2).value).toBe('2');
  expect(bodies()).toEqual([]);
});
