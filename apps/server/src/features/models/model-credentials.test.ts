import { createSecretBox } from '@lectern/adapters';
import { providers } from '@lectern/models';
import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { ModelRow } from './model.table.ts';
import { maskOptions, mergeCredentials, openCredentials, sealCredentials } from './model-credentials.ts';

const secrets = createSecretBox('a secret of at least thirty-two characters');
const platform = { secrets } as Platform;
const providerId = 'azure-openai';
const fields = providers.find(({ id }) => id === providerId)!.credentials.fields as {
  name: string;
  widget: string;
  required: boolean;
}[];

/** A row of a provider whose form hides one more field. */
function seal(id = 'one') {
  fields.push({ name: 'secretKey', widget: 'password', required: true });
  try {
    const given = {
      baseUrl: 'https://a.example',
      apiKey: 'a-key-of-some-length',
      apiVersion: '2024-10-21',
      secretKey: 'very-secret-4711',
    };
    return { id, providerId, ...sealCredentials(secrets, { id, providerId }, given) } as ModelRow;
  } finally {
    fields.pop();
  }
}

test('a secret option is encrypted for its row and field, and answered as a mask alone', () => {
  const row = seal();
  expect(JSON.stringify(row)).not.toContain('4711');
  expect(openCredentials(secrets, row)).toMatchObject({
    apiVersion: '2024-10-21',
    secretKey: 'very-secret-4711',
  });
  expect(maskOptions(row)).toEqual({ apiVersion: '2024-10-21', secretKey: '••••' });
  expect(() => openCredentials(secrets, { ...row, id: 'two' })).toThrow();
  const moved = { ...row, sealedOptions: { other: row.sealedOptions.secretKey! } };
  expect(() => openCredentials(secrets, moved)).toThrow();
});

test('a stored secret serves on at its address and for its provider alone', () => {
  const row = seal();
  expect(mergeCredentials(platform, row, {})).toMatchObject({ secretKey: 'very-secret-4711' });
  const masked = { options: { secretKey: undefined, apiVersion: '2025-01-01' } };
  expect(mergeCredentials(platform, row, masked)).toMatchObject({
    secretKey: 'very-secret-4711',
    apiVersion: '2025-01-01',
  });
  expect(mergeCredentials(platform, row, { baseUrl: 'https://b.example' })).toEqual({
    baseUrl: 'https://b.example',
    apiKey: undefined,
    apiVersion: '2024-10-21',
  });
  const other = mergeCredentials(platform, row, { providerId: 'openai' });
  expect(JSON.stringify(other)).toBe('{"baseUrl":"https://a.example"}');
});
