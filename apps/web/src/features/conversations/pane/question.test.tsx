// @vitest-environment happy-dom
import type { Message } from '@lectern/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, startFakeServer } from '../../../testing/render-app.tsx';
import { StoredQuestion } from './question.tsx';

startFakeServer(['chat', 'share']);
// The field grows again once fonts are there; the test's page has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

const question = {
  inputs: {},
  id: 'q',
  conversationId: 'c',
  content: 'When?',
  files: [] as Message['files'],
} as Message;

it('comes back with the edited words where they did not arrive', () => {
  const unsentEdits = new Map<string, string>();
  const draw = () => (
    <StoredQuestion
      question={question}
      versionIds={undefined}
      busy={false}
      onEdit={() => true}
      unsentEdits={unsentEdits}
    />
  );
  const { unmount } = renderApp(draw());
  fireEvent.click(screen.getByRole('button', { name: 'Edit question' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'When exactly?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  // The turn takes its place, fails, and gives it back.
  unmount();
  renderApp(draw());
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('When exactly?');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(unsentEdits.size).toBe(0);
});
