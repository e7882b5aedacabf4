import { AppError, maskSecret } from '@lectern/contract';
import { getProvider, providers } from '@lectern/models';
import type { Platform } from '../../platform/platform.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import type { ModelRow } from './model.table.ts';

type Secrets = Platform['secrets'];
/** All that a provider's form holds, by field: address, key and whatever else it asks for. */
export type Credentials = { baseUrl?: string | undefined; apiKey?: string | undefined } & {
  [option: string]: string | undefined;
};
/** As a call brings them. */
export type GivenCredentials = {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  options?: Record<string, string | undefined> | undefined;
};

/** Ties a sealed key to its row. */
export function secretContext(modelId: string): string {
  return `model:${modelId}`;
}

const optionContext = (modelId: string, name: string) => `${secretContext(modelId)}:${name}`;

/** Throws where the provider is unknown, or asks for something that is missing or wrong. */
export function checkCredentials(providerId: string, credentials: Credentials): unknown {
  if (!providers.some((provider) => provider.id === providerId && provider.hosted))
    throw new AppError('model.provider_unknown', { provider: providerId });
  const { schema, fields } = getProvider(providerId).credentials;
  const known = new Set(['baseUrl', 'apiKey', ...fields.map(({ name }) => name)]);
  const unknown = Object.keys(credentials).find((name) => !known.has(name));
  const result = schema.safeParse(credentials);
  const field = unknown ?? result.error?.issues[0]?.path.join('.');
  if (field !== undefined) throw new AppError('model.credentials_invalid', { field });
  return result.data;
}

/** What a row stores, secrets opened. */
export function openCredentials(secrets: Secrets, row: ModelRow): Credentials {
  const sealed = Object.entries(row.sealedOptions).map(([name, text]) => [
    name,
    secrets.decrypt(text, optionContext(row.id, name)),
  ]);
  return {
    ...row.options,
    ...Object.fromEntries(sealed),
    baseUrl: row.baseUrl ?? undefined,
    apiKey: row.sealedKey === null ? undefined : secrets.decrypt(row.sealedKey, secretContext(row.id)),
  };
}

/** Takes what a form leaves out from the row, but never sends a stored secret to another address. */
export function mergeCredentials(
  { secrets }: Platform,
  row: ModelRow | undefined,
  given: GivenCredentials & { providerId?: string },
): Credentials {
  const baseUrl = given.baseUrl ?? row?.baseUrl ?? undefined;
  const isSameProvider = row !== undefined && (given.providerId ?? row.providerId) === row.providerId;
  const isSameAddress = isSameProvider && baseUrl === (row.baseUrl ?? undefined);
  const stored: Credentials = isSameAddress
    ? openCredentials(secrets, row)
    : isSameProvider
      ? row.options
      : {};
  const options = { ...stored };
  for (const [name, value] of Object.entries(given.options ?? {}))
    if (value !== undefined) options[name] = value;
  const filled = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''));
  return { ...filled, baseUrl, apiKey: given.apiKey ?? stored.apiKey };
}

/** The columns that keep credentials; what the form hides is encrypted. */
export function sealCredentials(
  secrets: Secrets,
  { id, providerId }: { id: string; providerId: string },
  { baseUrl, apiKey, ...rest }: Credentials,
): Pick<ModelRow, 'baseUrl' | 'sealedKey' | 'keyEnding' | 'options' | 'sealedOptions'> {
  const { fields } = getProvider(providerId).credentials;
  const options: Record<string, string> = {};
  const sealedOptions: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if (fields.find((field) => field.name === name)?.widget === 'password')
      sealedOptions[name] = secrets.encrypt(value, optionContext(id, name));
    else options[name] = value;
  }
  return {
    baseUrl: baseUrl ?? null,
    sealedKey: apiKey ? secrets.encrypt(apiKey, secretContext(id)) : null,
    keyEnding: apiKey ? secretEnding(apiKey) : null,
    options,
    sealedOptions,
  };
}

/** For answers: what the form hides is only said to be there. */
export function maskOptions({ options, sealedOptions }: ModelRow): Record<string, string> {
  const masked = Object.keys(sealedOptions).map((name) => [name, maskSecret(null)]);
  return { ...options, ...Object.fromEntries(masked) };
}
