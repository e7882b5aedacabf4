import { languages } from '@lectern/contract';
import { Select, type SelectProps } from '@mantine/core';
import { languageNames } from '../../locales/i18n.ts';

/** One of the languages of the interface, each by its own name. */
export function LanguageSelect(props: SelectProps<string>) {
  return (
    <Select
      data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
      allowDeselect={false}
      {...props}
    />
  );
}
