import { type FolderRule, type MetadataField, metadataLimits } from '@lectern/contract';
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldInputs } from '../../ui/labels/field-inputs.tsx';
import { FolderSelect } from '../../ui/labels/folder-select.tsx';
import { TagsField } from '../../ui/labels/tags-field.tsx';
import { useDocumentLabels } from '../../ui/labels/use-document-labels.ts';
import { ApplyRule } from './apply-rule.tsx';

/** A rule whose folder may not be chosen yet. */
export type DraftRule = Omit<FolderRule, 'folderId'> & { folderId: string | null };

type Props = {
  knowledgeBaseId: string;
  fields: readonly MetadataField[];
  rules: readonly DraftRule[];
  storedRules: readonly FolderRule[];
  onChange: (rules: DraftRule[]) => void;
  error?: string | undefined;
};

/** Tags and values that documents get by the folder of their file. */
export function FolderRulesEditor({ knowledgeBaseId, fields, rules, storedRules, onChange, error }: Props) {
  const { t } = useTranslation('labels');
  const suggestions = useDocumentLabels([knowledgeBaseId])?.tags.map(({ name }) => name) ?? [];
  const set = (index: number, part: Partial<DraftRule>) =>
    onChange(rules.map((rule, i) => (i === index ? { ...rule, ...part } : rule)));
  return (
    <Stack gap="sm">
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('rules.none')}
        </Text>
      )}
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules keep their places.
        <Paper key={index} withBorder p="sm" radius="md">
          <Stack gap="sm">
            <Group align="flex-start" wrap="nowrap" gap="sm">
              <div style={{ flex: 1, minWidth: 0 }}>
                <FolderSelect
                  label={t('rules.folder')}
                  value={rule.folderId}
                  onChange={(folderId) => set(index, { folderId })}
                />
              </div>
              <ActionIcon
                mt={26}
                aria-label={t('rules.remove')}
                onClick={() => onChange(rules.filter((_, i) => i !== index))}
              >
                <IconTrash size={17} stroke={1.6} />
              </ActionIcon>
            </Group>
            <TagsField
              value={rule.tags}
              onChange={(tags) => set(index, { tags })}
              suggestions={suggestions}
            />
            <FieldInputs
              fields={fields}
              values={rule.fieldValues}
              onChange={(fieldValues) => set(index, { fieldValues })}
            />
            {storedRules.some((stored) => JSON.stringify(stored) === JSON.stringify(rule)) && (
              <ApplyRule knowledgeBaseId={knowledgeBaseId} folderId={rule.folderId as string} />
            )}
          </Stack>
        </Paper>
      ))}
      {error && (
        <Text size="sm" c="var(--danger)" role="alert">
          {error}
        </Text>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={rules.length >= metadataLimits.maxFolderRules}
          onClick={() => onChange([...rules, { folderId: null, tags: [], fieldValues: {} }])}
        >
          {t('rules.add')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('rules.newOnly')}
        </Text>
      </Group>
    </Stack>
  );
}
