import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';

export type RemoteOption = { value: string; label: string; hint?: string };

type Props = {
  label?: string;
  /** Names the field where it has no label. */
  ariaLabel?: string;
  description?: ReactNode;
  placeholder: string;
  options: readonly RemoteOption[];
  selected: RemoteOption | null;
  onSelect: (option: RemoteOption | null) => void;
  /** What was typed, a moment after the last letter; empty: everything. */
  onSearch: (text: string) => void;
  loading: boolean;
  nothingFound: string;
  /** Says what emptying the field does; it cannot be emptied without. */
  clearLabel?: string;
  error?: ReactNode;
  withAsterisk?: boolean;
  autoFocus?: boolean;
};

/** Picks one of too many to load: the server searches while one types. */
export function RemoteSelect({
  ariaLabel,
  options,
  selected,
  onSelect,
  onSearch,
  loading,
  nothingFound,
  clearLabel,
  autoFocus,
  ...field
}: Props) {
  const search = useDebouncedCallback(onSearch, 250);
  // What is chosen stays known, also when the list holds the results of another search.
  const known =
    selected && !options.some(({ value }) => value === selected.value) ? [selected, ...options] : options;
  return (
    <Select
      {...field}
      aria-label={ariaLabel}
      searchable
      // A dialog that begins with this field must not begin with a list over it.
      openOnFocus={false}
      data-autofocus={autoFocus || undefined}
      data={known.map(({ value, label }) => ({ value, label }))}
      value={selected?.value ?? null}
      onChange={(value) => onSelect(known.find((option) => option.value === value) ?? null)}
      // The server has searched already, also in what is not shown.
      filter={({ options: all }) => all}
      onSearchChange={(text) => search(text === selected?.label ? '' : text.trim())}
      onDropdownClose={() => search('')}
      nothingFoundMessage={loading ? <Loader size="xs" /> : nothingFound}
      allowDeselect={false}
      clearable={clearLabel !== undefined}
      clearButtonProps={{ 'aria-label': clearLabel }}
      maxDropdownHeight={280}
      renderOption={({ option }) => {
        const hint = known.find(({ value }) => value === option.value)?.hint;
        return (
          <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {option.label}
            {hint && (
              <Text size="xs" c="dimmed" component="span" display="block">
                {hint}
              </Text>
            )}
          </span>
        );
      }}
    />
  );
}
