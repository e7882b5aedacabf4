import { type MetadataField, metadataFieldTypes, metadataLimits } from '@lectern/contract';
import { ActionIcon, Button, Group, Paper, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from './field-key.ts';

type Props = {
  fields: readonly MetadataField[];
  /** Keys of fields that are stored: they stay when a name changes. */
  storedKeys: ReadonlySet<string>;
  onChange: (fields: MetadataField[]) => void;
  readOnly: boolean;
  error?: string | undefined;
};

/** The properties that documents of a knowledge base have. */
export function MetadataFieldsEditor({ fields, storedKeys, onChange, readOnly, error }: Props) {
  const { t } = useTranslation('labels');
  const set = (index: number, part: Partial<MetadataField>) =>
    onChange(fields.map((field, i) => (i === index ? { ...field, ...part } : field)));
  const rename = (index: number, name: string) => {
    const field = fields[index] as MetadataField;
    const others = fields.filter((_, i) => i !== index).map(({ key }) => key);
    set(index, { name, ...(storedKeys.has(field.key) ? {} : { key: keyOf(name, others) }) });
  };
  return (
    <Stack gap="sm">
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('editor.none')}
        </Text>
      )}
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field's key changes while its name is typed.
        <Paper key={index} withBorder p="sm" radius="md">
          <Group align="flex-start" gap="sm" wrap="wrap">
            <Group flex="1 1 0" miw={0} align="flex-start" gap="sm">
              <TextInput
                label={t('editor.name')}
                description={field.key}
                inputWrapperOrder={['label', 'input', 'description']}
                flex="2 1 180px"
                maxLength={60}
                readOnly={readOnly}
                value={field.name}
                onChange={({ currentTarget }) => rename(index, currentTarget.value)}
              />
              <Select
                label={t('editor.type')}
                flex="1 1 140px"
                allowDeselect={false}
                readOnly={readOnly}
                data={metadataFieldTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
                value={field.type}
                onChange={(type) => type && set(index, { type: type as MetadataField['type'] })}
              />
            </Group>
            {!readOnly && (
              <ActionIcon
                mt={26}
                aria-label={t('editor.remove', { name: field.name || t('editor.unnamed') })}
                onClick={() => onChange(fields.filter((_, i) => i !== index))}
              >
                <IconTrash size={17} stroke={1.6} />
              </ActionIcon>
            )}
            {field.type === 'choice' && (
              <TagsInput
                label={t('editor.choices')}
                placeholder={field.choices.length === 0 ? t('editor.choicesHint') : undefined}
                flex="1 1 100%"
                maxTags={metadataLimits.maxChoices}
                acceptValueOnBlur
                readOnly={readOnly}
                value={field.choices}
                onChange={(choices) => set(index, { choices })}
              />
            )}
          </Group>
        </Paper>
      ))}
      {error && (
        <Text size="sm" c="var(--danger)" role="alert">
          {error}
        </Text>
      )}
      {!readOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={fields.length >= metadataLimits.maxFields}
          onClick={() =>
            onChange([
              ...fields,
              {
                key: keyOf(
                  '',
                  fields.map(({ key }) => key),
                ),
                name: '',
                type: 'text',
                choices: [],
              },
            ])
          }
          style={{ alignSelf: 'flex-start' }}
        >
          {t('editor.add')}
        </Button>
      )}
      {storedKeys.size > 0 && (
        <Text size="xs" c="dimmed">
          {t('editor.keepsValues')}
        </Text>
      )}
    </Stack>
  );
}
