// @vitest-environment happy-dom
import type { FormField } from '@lectern/contract';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderApp, startFakeServer } from '../../testing/render-app.tsx';
import { type FieldValues, fillDefaults, findMissingFields, SchemaForm } from './schema-form.tsx';

startFakeServer(['models']);

const fields: FormField[] = [
  { name: 'size', label: 'Size', widget: 'number', required: true, min: 1, max: 2_048, default: 128 },
  { name: 'whole', label: 'Whole tables', widget: 'switch', required: false, default: true },
  { name: 'delimiter', label: 'Delimiter', widget: 'text', required: false },
  { name: 'columns', label: 'Columns', widget: 'tags', required: true },
  { name: 'apiKey', widget: 'password', required: true },
];

function Form({ onValues, readOnly }: { onValues?: (values: FieldValues) => void; readOnly?: boolean }) {
  const [values, setValues] = useState(fillDefaults(fields, { delimiter: '§' }));
  return (
    <SchemaForm
      fields={fields}
      values={values}
      onChange={(next) => {
        setValues(next);
        onValues?.(next);
      }}
      texts={{ namespace: 'models', prefix: 'fields' }}
      readOnly={readOnly}
    />
  );
}

it('starts with what is stored, else with the defaults', () => {
  renderApp(<Form />);
  expect((screen.getByLabelText(/Size/) as HTMLInputElement).value).toBe('128');
  expect((screen.getByLabelText('Whole tables') as HTMLInputElement).checked).toBe(true);
  expect((screen.getByLabelText('Delimiter') as HTMLInputElement).value).toBe('§');
});

it('takes texts of the catalogue for a field that brings none', () => {
  renderApp(<Form />);
  expect(screen.getByLabelText(/API key/)).toBeTruthy();
});

it('changes one value and keeps the others', () => {
  const onValues = vi.fn();
  renderApp(<Form onValues={onValues} />);
  fireEvent.click(screen.getByLabelText('Whole tables'));
  expect(onValues).toHaveBeenLastCalledWith(
    expect.objectContaining({ size: 128, whole: false, delimiter: '§' }),
  );
  fireEvent.change(screen.getByLabelText(/Size/), { target: { value: '' } });
  expect(onValues.mock.lastCall?.[0].size).toBeUndefined();
});

it('can be read only', () => {
  renderApp(<Form readOnly />);
  expect((screen.getByLabelText('Delimiter') as HTMLInputElement).disabled).toBe(true);
});

it('finds required fields that are empty', () => {
  expect(findMissingFields(fields, { size: 1, columns: [], apiKey: '' })).toEqual(['columns', 'apiKey']);
});
