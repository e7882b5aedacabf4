import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/** Searches while one types, once the typing pauses. */
export function SearchInput({
  label,
  value,
  onChange,
  ...rest
}: {
  label: string;
  /** What is searched for now, such as the address says. */
  value: string | undefined;
  onChange: (text: string | undefined) => void;
} & Pick<TextInputProps, 'className' | 'maw' | 'mb' | 'flex' | 'size'>) {
  const [draft, setDraft] = useState(value ?? '');
  const told = useRef(value);
  const apply = useDebouncedCallback((text: string) => {
    told.current = text || undefined;
    onChange(told.current);
  }, 250);
  // The address may change by itself: a way back, or a button that shows everything again. What it says because of
  // what was typed here must not overwrite what was typed since.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setDraft(value ?? '');
  }, [value]);
  return (
    <TextInput
      {...rest}
      aria-label={label}
      placeholder={label}
      maxLength={255}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={draft}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        apply(event.currentTarget.value.trim());
      }}
      // In a form it searches, and does not send the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
