import { type FlowField, type Json, listFlowCredentials } from '@lectern/contract';
import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { NewCredentialDialog } from '../credentials/credential-dialogs.tsx';

type Props = {
  field: FlowField;
  value: string | null;
  error: string | undefined;
  onChange: (value: Json) => void;
};

/** A secret of the company for an outside service: one that is stored, or a new one. Stored secrets are never shown. */
export function CredentialField({ field, value, error, onChange }: Props) {
  const { t } = useTranslation('flows');
  const [adding, { open, close }] = useDisclosure(false);
  const { data } = useApiQuery(listFlowCredentials, {});
  return (
    <div>
      <Select
        label={field.label}
        description={field.description}
        error={error}
        withAsterisk={field.required}
        searchable
        clearable
        data={(data?.items ?? []).map(({ id, name, host }) => ({ value: id, label: `${name} · ${host}` }))}
        value={value}
        nothingFoundMessage={t('credentials.none')}
        onChange={onChange}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        mt={4}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={open}
      >
        {t('credentials.add')}
      </Button>
      <NewCredentialDialog opened={adding} onAdded={onChange} onClose={close} />
    </div>
  );
}
