import { CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../tool-button.tsx';
import classes from './find-bar.module.css';
import type { FindControls } from './use-find.ts';

/** Where words are looked for in the document that is shown. */
export function FindBar({ find }: { find: FindControls }) {
  const { t } = useTranslation('knowledge');
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, the field is ready to type again.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [find.asked]);

  function takeKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      find.hide();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find.step(event.shiftKey ? -1 : 1);
  }

  function describe(): string {
    if (find.query.trim() === '') return '';
    if (find.current !== undefined)
      return t('viewer.find.place', { current: find.current + 1, count: find.count });
    return find.searching || find.count > 0 ? t('viewer.find.searching') : t('viewer.find.nothing');
  }

  return (
    <search className={classes.bar} aria-label={t('viewer.find.label')}>
      <TextInput
        ref={field}
        size="xs"
        className={classes.field}
        value={find.query}
        onChange={(event) => find.search(event.currentTarget.value)}
        onKeyDown={takeKey}
        // In a dialog, Escape closes the box and not the dialog.
        data-mantine-stop-propagation
        placeholder={t('viewer.find.label')}
        aria-label={t('viewer.find.label')}
      />
      <Text size="xs" c="dimmed" className="nowrap numeric" role="status">
        {describe()}
      </Text>
      <Group gap={2} wrap="nowrap" ml="auto">
        <ToolButton
          label={t('viewer.find.previous')}
          disabled={find.count === 0}
          onClick={() => find.step(-1)}
        >
          <IconChevronUp size={18} stroke={1.6} />
        </ToolButton>
        <ToolButton label={t('viewer.find.next')} disabled={find.count === 0} onClick={() => find.step(1)}>
          <IconChevronDown size={18} stroke={1.6} />
        </ToolButton>
        <CloseButton size="md" aria-label={t('viewer.find.close')} onClick={find.hide} />
      </Group>
    </search>
  );
}
