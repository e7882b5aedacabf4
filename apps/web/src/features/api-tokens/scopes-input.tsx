import { type ApiScope, apiScopes } from '@lectern/contract';
import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { scopeKeys, sortScopes } from './scope-texts.ts';

export function ScopesInput({
  value,
  onChange,
  error,
}: {
  value: readonly ApiScope[];
  onChange: (scopes: ApiScope[]) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('company');
  return (
    <Checkbox.Group
      label={t('newToken.scopes')}
      withAsterisk
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(sortScopes(chosen as ApiScope[]))}
    >
      <Stack gap={12} p={12} bd="1px solid var(--hairline)" bdrs="md">
        {apiScopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`scopeTexts.${scopeKeys[scope]}.name`)}
            description={t(`scopeTexts.${scopeKeys[scope]}.text`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
