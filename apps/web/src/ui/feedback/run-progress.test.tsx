// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, startFakeServer } from '../../testing/render-app.tsx';
import { RunProgress } from './run-progress.tsx';

startFakeServer();
const barValue = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

it('shows stage, percentage and detail, and names its bar', () => {
  renderApp(<RunProgress label="Progress of notes.pdf" stage="Embedding" percent={41.6} detail="5 of 12" />);
  expect(screen.getByLabelText('Progress of notes.pdf')).toBeTruthy();
  expect(screen.getByText('Embedding')).toBeTruthy();
  expect(screen.getByText('42%')).toBeTruthy();
  expect(screen.getByText('5 of 12').getAttribute('aria-live')).toBe('polite');
  expect(Number(barValue())).toBeCloseTo(41.6);
});

it('never looks empty once it has begun', () => {
  renderApp(<RunProgress label="Export" percent={0} />);
  expect(barValue()).toBe('2');
});

it('is empty while it waits for its turn', () => {
  renderApp(<RunProgress label="Export" percent={0} queued />);
  expect(barValue()).toBe('0');
});

it('states no percentage while the extent is unknown', () => {
  renderApp(<RunProgress label="Import" stage="Listing" percent={null} />);
  expect(screen.queryByText(/%/)).toBeNull();
  expect(barValue()).toBe('100');
});
