import { metadataLimits } from '@lectern/contract';
import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  label?: string;
  description?: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags in use, offered while one types. */
  suggestions: readonly string[];
  readOnly?: boolean;
};

/** Tags of documents: free words, with those in use as suggestions. */
export function TagsField({ label, description, value, onChange, suggestions, readOnly }: Props) {
  const { t } = useTranslation('labels');
  return (
    <TagsInput
      label={label ?? t('tags.label')}
      description={description}
      placeholder={value.length === 0 ? t('tags.placeholder') : undefined}
      data={[...suggestions]}
      value={[...value]}
      onChange={(tags) =>
        onChange(
          tags
            // Pasted, several may come as one.
            .flatMap((tag) => tag.split(/[,;]/))
            .map((tag) => tag.trim().slice(0, metadataLimits.maxTagLength))
            .filter(Boolean),
        )
      }
      maxTags={metadataLimits.maxTags}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable={!readOnly}
      readOnly={readOnly}
      maxDropdownHeight={220}
    />
  );
}
